import { expect, test } from 'vitest'
import type { Answer } from '../bank/answer.schema.ts'
import { saysNothing } from './nothing.ts'

const short = (text: string): Answer => ({ type: 'short', text })
test.each<[Answer | null, string | undefined]>([
  [short('—'), '—'],
  [short(' ？？ '), '？？'],
  [short('I don’t know.'), 'I don’t know.'],
  [short('不知道。'), '不知道。'],
  [short('no'), 'no'],
  // short and right is not nothing
  [short('7'), undefined],
  [short('DNS'), undefined],
  [short('不会被篡改'), undefined],
  [short('-'.repeat(60)), undefined],
  [{ type: 'completion', blanks: ['', '略'] }, '/ 略'],
  [{ type: 'completion', blanks: ['无', '443'] }, undefined],
  [{ type: 'operation', text: '无', files: [] }, '无'],
  [{ type: 'operation', text: '', files: [{ file: 'f', name: 'a.txt', size: 1 }] }, undefined],
  [{ type: 'single', chosen: [] }, undefined],
  [null, undefined],
])('%j says nothing as %j', (answer, wanted) => expect(saysNothing(answer)).toBe(wanted))
