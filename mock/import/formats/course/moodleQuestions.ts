/** Questions of a Moodle backup, written as the Moodle XML that is exported from a bank, so that one reader reads both. */
import { descendantsOf, elements, firstElement, textIn, type XmlNode } from '../read/xmlTree.ts'

const escaped = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- XML has no form for them
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '').replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)
const word = (node: XmlNode | undefined, name: string): string => textIn(firstElement(node, name))
const formats = ['moodle_auto_format', 'html', 'plain_text', '', 'markdown']
const said = (name: string, text: string, format: string, more = ''): string =>
  `<${name} format="${formats[Number(format)] || 'html'}"><text>${escaped(text)}</text>${more}</${name}>`

/** A file that a text of a question shows, in base64. */
export interface BackupFile {
  name: string
  path: string
  base64: string
}

const answers = (of: XmlNode | undefined, tolerances: ReadonlyMap<string, string>): string =>
  [...descendantsOf(of, 'answer')]
    .filter((a) => firstElement(a, 'answertext'))
    .map((a) => {
      const fraction = Math.round((Number(word(a, 'fraction')) || 0) * 1e7) / 1e5
      const tolerance = tolerances.get(a.attributes['id'] ?? '')
      return `<answer fraction="${fraction}" format="${formats[Number(word(a, 'answerformat'))] || 'html'}"><text>${escaped(word(a, 'answertext'))}</text>${
        tolerance === undefined ? '' : `<tolerance>${escaped(tolerance)}</tolerance>`
      }${said('feedback', word(a, 'feedback'), word(a, 'feedbackformat'))}</answer>`
    })
    .join('')

export function asMoodleXml(question: XmlNode, files: readonly BackupFile[], mark: number): string {
  const type = word(question, 'qtype').trim()
  const plugin = elements(question).find((e) => e.name === `plugin_qtype_${type}_question`)
  const own = [...descendantsOf(plugin, type)][0]
  const tolerances = new Map(
    [...descendantsOf(plugin, 'numerical_record')].map((r) => [word(r, 'answer'), word(r, 'tolerance')] as const),
  )
  const held = files
    .map((f) => `<file name="${escaped(f.name)}" path="${escaped(f.path)}" encoding="base64">${f.base64}</file>`)
    .join('')
  const plain = (name: string, from = name, of = own) => {
    const text = word(of, from).trim()
    return text === '' ? '' : `<${name}>${escaped(text)}</${name}>`
  }
  return [
    `<question type="${escaped(type)}">`,
    `<name><text>${escaped(word(question, 'name'))}</text></name>`,
    said('questiontext', word(question, 'questiontext'), word(question, 'questiontextformat'), held),
    said('generalfeedback', word(question, 'generalfeedback'), word(question, 'generalfeedbackformat')),
    `<defaultgrade>${mark}</defaultgrade>`,
    plain('single'),
    plain('shuffleanswers'),
    plain('usecase'),
    plain('attachments'),
    plain('responseformat'),
    answers(plugin, tolerances),
    [...descendantsOf(firstElement(question, 'question_hints'), 'question_hint')]
      .map((h) => said('hint', word(h, 'hint'), word(h, 'hintformat')))
      .join(''),
    '</question>',
  ].join('')
}
