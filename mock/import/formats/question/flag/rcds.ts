/**
 * rcds `challenge.yaml`, as redpwn's and its heirs' contests keep them: one flag, in the file or beside it; the folder above is the category.
 * Source: https://github.com/redpwn/rcds
 */
import { type Format, headText } from '../../format.ts'
import { looseList, object, looseText } from '../../read/loose.ts'
import { NoQuestion } from '../question.ts'
import { type ForeignChallenge, description, leftOut, textBeside, textField } from './challenge.ts'
import { challengesIn } from './documents.ts'
import { filesBeside } from './files.ts'
import { textOf } from '#src/contract/lib/typed.ts'

async function flagOf(c: ForeignChallenge): Promise<string> {
  const { flag } = c.value
  const said = looseText(flag)
  if (typeof said === 'string') return said
  const { file } = object(flag)
  if (typeof file !== 'string') throw new NoQuestion('flag_missing', {}, 'flag')
  const found = (await textBeside(c, file))?.trim()
  if (found === undefined) throw new NoQuestion('flag_file_missing', { name: file.slice(0, 200) }, 'flag')
  if (found === '') throw new NoQuestion('flag_missing', {}, 'flag')
  return found
}

async function fields(c: ForeignChallenge): Promise<Record<string, unknown>> {
  const { q, value } = c
  leftOut(q, value, ['containers', 'expose', 'tiebreakEligible', 'sortWeight', 'deploy', 'id'])
  const wanted = looseList(value['provide']).flatMap((p) => {
    const { kind, file, as } = object(p)
    const path = looseText(p) ?? file
    if (typeof path !== 'string') q.note('note_field', { name: `provide: ${textOf(kind).slice(0, 40)}` })
    return typeof path === 'string' ? [{ path, ...(typeof as === 'string' ? { as } : {}) }] : []
  })
  const points = value['value']
  return {
    title: textField(value, 'name').trim(),
    stem: await description(q, textField(value, 'description')),
    flag: { kind: 'static', value: await flagOf(c), ignore_case: false },
    author: Array.isArray(value['author']) ? value['author'].join(', ') : textField(value, 'author').trim(),
    ...filesBeside(c, wanted),
    ...(typeof points === 'number' ? { score: points } : {}),
  }
}

export const rcds: Format = {
  id: 'rcds',
  resources: ['flag-challenge'],
  sniff(name, head) {
    const top = headText(head)
    if (!/\.ya?ml$/i.test(name) || head.includes(0)) return 0
    return /^name:/m.test(top) && /^flag:/m.test(top) && !/^flags:/m.test(top) ? 0.9 : 0
  },
  read: (source, beside) => challengesIn(source, beside, fields),
}
