// What is dropped on the page, or pasted where no field takes it, goes to the import dialog.

/** @typedef {{ text?: string, data?: string, name?: string }} Source  data: a file in base 64; name: shown in its place */

/**
 * @param {(given: { text?: string, file?: File }) => unknown} bring
 * @param {EventTarget} [page]
 */
export function takeDropsAndPastes(bring, page = document) {
  page.addEventListener('dragover', (event) => {
    const { dataTransfer } = /** @type {DragEvent} */ (event);
    if (!dataTransfer || !holdsGame(dataTransfer) || movesText(event)) return;
    event.preventDefault();
    dataTransfer.dropEffect = 'copy';
  });
  page.addEventListener('drop', (event) => {
    const { dataTransfer } = /** @type {DragEvent} */ (event);
    if (!dataTransfer || !holdsGame(dataTransfer) || movesText(event)) return;
    event.preventDefault();
    const [file] = dataTransfer.files;
    const text = dataTransfer.getData('text/plain');
    if (file) bring({ file });
    else if (text.trim()) bring({ text });
  });
  page.addEventListener('paste', (event) => {
    const target = /** @type {Element} */ (event.target);
    if (target.closest?.('input, textarea, select, dialog')) return;
    const { clipboardData } = /** @type {ClipboardEvent} */ (event);
    const [file] = clipboardData?.files ?? [];
    const text = clipboardData?.getData('text/plain') ?? '';
    if (!file && !text.trim()) return;
    event.preventDefault();
    bring(file ? { file } : { text });
  });
}

/** @param {DataTransfer} transfer */
function holdsGame({ types }) {
  return types.includes('Files') || types.includes('text/plain');
}

/** Whether text is dragged to a text field, which takes it itself. @param {Event} event */
const movesText = (event) =>
  !(/** @type {DragEvent} */ (event).dataTransfer?.types.includes('Files')) &&
  Boolean(/** @type {Element} */ (event.target).closest?.('input, textarea'));
