// Dates as the visitor's calendar has them.

/** The local date of a moment, such as 2026-01-31. @param {Date} date */
export function dayOf(date) {
  const two = (/** @type {number} */ value) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The same as PGN writes it. @param {Date} date */
export const pgnDate = (date) => dayOf(date).replaceAll('-', '.');
