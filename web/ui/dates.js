// Dates as the visitor's calendar has them: 2026-01-31. A day has 23, 24 or 25 hours, so days are counted, not hours.

/** The local date of a moment, such as 2026-01-31. @param {Date} date */
export function dayOf(date) {
  const two = (/** @type {number} */ value) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The same as PGN writes it. @param {Date} date */
export const pgnDate = (date) => dayOf(date).replaceAll('-', '.');

/** The date `days` later. @param {string} day @param {number} days */
export function daysAfter(day, days) {
  const [year, month, date] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, date + days)).toISOString().slice(0, 10);
}

/** How many days from one to the other; dates alone are read as UTC, where every day has 24 hours. @param {string} from @param {string} to */
export const daysBetween = (from, to) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** Whether that is a date, and the calendar has it. @param {unknown} text @returns {text is string} */
export const isDay = (text) =>
  typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text) && daysAfter(text, 0) === text;

/** The latest date anywhere on Earth: for links from people to the east. @param {Date} at */
export const latestDay = (at) => new Date(at.getTime() + 14 * 3_600_000).toISOString().slice(0, 10);
