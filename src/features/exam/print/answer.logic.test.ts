import { expect, test } from 'vitest'
import type { Answer, AnswerKey } from '../../../contract/bank/answer.schema.ts'
import { answerLines, keyLines } from './answer.logic.ts'

const q = {
  options: [
    { id: 'y', text: 'ARP' },
    { id: 'x', text: 'DNS' },
  ],
}
const words = { yes: 'True', no: 'False' }
test.each<[Answer | null, string]>([
  [null, ''],
  [{ type: 'true-false', truth: false }, 'False'],
  [{ type: 'single', chosen: ['x'] }, 'B. DNS'],
  [{ type: 'multiple', chosen: ['x', 'y'] }, 'A. ARP\nB. DNS'],
  [{ type: 'completion', blanks: ['443', ''] }, '1. 443\n2. '],
  [{ type: 'short', text: 'because' }, 'because'],
  [{ type: 'operation', text: '', files: [{ file: 'f', name: 'a.txt', size: 1 }] }, 'a.txt'],
])('the answer %j stands on paper as %j', (answer, text) => expect(answerLines(q, answer, words)).toBe(text))

test.each<[AnswerKey, string]>([
  [{ explanation: '', truth: true }, 'True'],
  [{ explanation: '', correct: ['y'] }, 'A. ARP'],
  [{ explanation: '', accepted: [['a', 'b'], ['c']] }, '1. a / b\n2. c'],
  [{ explanation: '', reference: 'so' }, 'so'],
  [{ explanation: 'only that' }, ''],
])('the key %j stands on paper as %j', (key, text) => expect(keyLines(q, key, words)).toBe(text))
