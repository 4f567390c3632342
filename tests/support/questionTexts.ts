/** Texts of questions for property tests: with the characters that the formats give a meaning to. */
import fc from 'fast-check'

export const unit = fc.constantFrom(...'aB中é{}~=#:\\[]%<>&"\'*_`-/|😀$!?.1 ')
export const word = fc
  .string({ unit, minLength: 1, maxLength: 14 })
  .map((t) => t.replace(/\s+/g, ' ').trim())
  .filter((t) => t !== '' && t !== '-' && t !== '*' && !t.includes('->') && !/\{\{\d|_____|!\[|^\//.test(t))
export const text = fc
  .array(word, { minLength: 1, maxLength: 3 })
  .map((lines) => lines.join('\n'))
  .filter((t) => !/\{\{\d/.test(t))
export const maybe = fc.oneof(fc.constant(''), text)
export const tag = word.map((t) => t.replace(/[\][]/g, '').trim() || 'x')
export const set = fc.constantFrom('Networks', 'Web / XSS', 'C++ & C#', '网络 {1}', 'a:b = c')
