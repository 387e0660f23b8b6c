// What is dropped on the page, or pasted where no field takes it, goes to the import dialog.

/** @typedef {{ text?: string, data?: string, name?: string }} Source  data: a file in base 64; name: shown in its place */

/**
 * @param {(given: { text?: string, file?: File }) => unknown} open
 * @param {EventTarget} [page]
 */
export function takeDropsAndPastes(open, page = document) {
  page.addEventListener('dragover', (event) => {
    const transfer = gameIn(event);
    if (!transfer) return;
    event.preventDefault();
    transfer.dropEffect = 'copy';
  });
  page.addEventListener('drop', (event) => {
    const transfer = gameIn(event);
    if (!transfer) return;
    event.preventDefault();
    const [file] = transfer.files;
    const text = transfer.getData('text/plain');
    if (file) open({ file });
    else if (text.trim()) open({ text });
  });
  page.addEventListener('paste', (event) => {
    if (isForField(event)) return;
    const { clipboardData } = /** @type {ClipboardEvent} */ (event);
    const [file] = clipboardData?.files ?? [];
    const text = clipboardData?.getData('text/plain') ?? '';
    if (!file && !text.trim()) return;
    event.preventDefault();
    open(file ? { file } : { text });
  });
}

/** What may be a game; a text field takes text itself. @param {Event} event @returns {DataTransfer | null} */
function gameIn(event) {
  const { dataTransfer } = /** @type {DragEvent} */ (event);
  const { types = [] } = dataTransfer ?? {};
  return types.includes('Files') || (types.includes('text/plain') && !isForField(event))
    ? dataTransfer
    : null;
}

/** @param {Event} event */
const isForField = ({ target }) =>
  /** @type {Element} */ (target).closest?.('input, textarea, select, dialog');
