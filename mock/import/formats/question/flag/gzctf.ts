/**
 * Challenges for GZCTF as gzcli keeps them: `type` is StaticAttachment, StaticContainer, DynamicAttachment or DynamicContainer. A dynamic one
 * has a template; without a mark in it that GZCTF fills in, it is a plain flag. Source: https://gzctf.gzti.me/guide/dynamic-flag
 */
import { type Format, headText } from '../../format.ts'
import { object, looseText } from '../../read/loose.ts'
import { flagLimits } from '#src/contract/bank/question.ts'
import { type ForeignChallenge, description, leftOut, challengeScoreOf, textField } from './challenge.ts'
import { challengesIn } from './documents.ts'
import { foundFlagsOf, hintsOf } from './ctfcli.ts'
import { filesBeside } from './files.ts'
import { flagRule } from './rule.ts'

const types = /^type:\s*["']?(Static|Dynamic)(Attachment|Container)\b/m
const filled = /\[(GUID|TEAM_HASH|LEET|CLEET)\]/gi

function templated({ q }: ForeignChallenge, template: string): Record<string, unknown> {
  if (!filled.test(template)) return { kind: 'static', value: template, ignore_case: false }
  filled.lastIndex = 0
  let n = 0
  const ours = template.replace(filled, () => (n++ ? '' : '{random}'))
  q.note('note_flag_made', { template: template.slice(0, 120) })
  const around = ours.replace('{random}', '').length
  return { kind: 'dynamic', template: ours, length: Math.min(flagLimits.most, around + 32), per: 'team' }
}

async function fields(c: ForeignChallenge): Promise<Record<string, unknown>> {
  const { q, value } = c
  leftOut(q, value, ['container', 'scripts', 'dashboard'])
  const provided = looseText(value['provide'])
  const template = looseText(object(value['container'])['flagTemplate'])
  const flags = foundFlagsOf(value['flags'])
  const score = challengeScoreOf(q, value, value['value'])
  return {
    title: textField(value, 'name').trim(),
    stem: await description(q, textField(value, 'description')),
    flag: !flags.length && typeof template === 'string' && template ? templated(c, template) : flagRule(flags),
    author: textField(value, 'author').trim(),
    hints: await hintsOf(q, value['hints']),
    ...(typeof provided === 'string' && provided !== '' ? filesBeside(c, [{ path: provided }]) : {}),
    ...(score === undefined ? {} : { score }),
  }
}

export const gzctf: Format = {
  id: 'gzctf',
  resources: ['flag-challenge'],
  sniff: (name, head) => (/\.ya?ml$/i.test(name) && !head.includes(0) && types.test(headText(head)) ? 0.95 : 0),
  read: (source, beside) => challengesIn(source, beside, fields),
}
