/** Texts in the cells of a table that spreadsheets open; files of the server and of the browser guard them the same way. */

/**
 * Spreadsheets run a cell that begins with one of these. An apostrophe before it makes it a text; one that stood there already gets
 * another, so that taking one away gives back exactly what was. Source: https://owasp.org/www-community/attacks/CSV_Injection
 */
const runs = /^'*[=+\-@\t\r\n＝＋－＠]/
export const guard = (text: string): string => (runs.test(text) ? `'${text}` : text)
export const unguard = (text: string): string => (text.startsWith("'") && runs.test(text) ? text.slice(1) : text)
