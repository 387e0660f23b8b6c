// Saving and reading files.

const KEPT_MS = 10_000;

/** Let the browser save a file. @param {string} name @param {string | Blob} content  a string is saved as JSON */
export function saveFile(name, content) {
  const blob = content instanceof Blob ? content : new Blob([content], { type: 'application/json' });
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}

/** What base 64 stands for. @param {string} base64 */
export const bytesOf = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** A file as a data URL. @param {Blob} blob @returns {Promise<string>} */
export const dataUrl = (blob) =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
