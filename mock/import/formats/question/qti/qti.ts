/** QTI 1.2, 2.1 and 2.2: items and tests alone or in packages, whose manifest is read for its version and title alone. */
import { type Format, headText } from '../../format.ts'
import { Unreadable } from '../../found.ts'
import { rootTag } from '../../read/xmlRoot.ts'
import { descendantsOf, readXmlTree } from '../../read/xmlTree.ts'
import { checkManifest, packageBox } from './package.ts'
import { qti1Rows } from './qti1.ts'
import { qti2Rows } from './qti2.ts'

const roots = /^(?:questestinterop|assessmentItem|assessmentTest|qti-assessment-\w+|manifest|quiz)$/

export const qti: Format = {
  id: 'qti',
  resources: ['theory-question'],
  sniff(name, head) {
    const { name: top = '', attributes = '' } = rootTag(headText(head)) ?? {}
    if (!roots.test(top)) return 0
    if (top === 'manifest') return /imscp|imsglobal|imsccv/i.test(attributes) ? 0.9 : 0
    // settings of a quiz of Canvas, which hold no question
    if (top === 'quiz') return /canvas\.instructure/.test(attributes) && /\.xml$/i.test(name) ? 0.9 : 0
    return 1
  },
  async *read(source, beside) {
    const tree = await readXmlTree(source)
    const box = packageBox(source, beside)
    switch (tree.name) {
      case 'manifest':
        checkManifest(tree, source.name, beside)
        return
      case 'quiz':
        return
      case 'assessmentTest': {
        const refs = [...descendantsOf(tree, 'assessmentItemRef')]
        if (!refs.length) throw new Unreadable('qti_none', { line: tree.line, name: source.name })
        return
      }
      case 'assessmentItem':
        return yield* qti2Rows(tree, source, beside, box)
      case 'questestinterop': {
        let any = false
        for await (const row of qti1Rows(tree, source, beside, box)) {
          any = true
          yield row
        }
        if (!any) throw new Unreadable('no_records')
        return
      }
      default:
        throw new Unreadable(tree.name.startsWith('qti-') ? 'qti_version' : 'xml_shape', {
          line: tree.line,
          version: '3',
        })
    }
  },
}
