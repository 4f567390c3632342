/** What stands between foreign text and the page, as one script for a test in a browser. */
export { markdownToHtml } from '../markdown.ts'
export { sanitize } from '../sanitize.ts'
