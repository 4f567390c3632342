import { expect, test } from 'vitest'
import {
  addItems,
  copyVariant,
  duplicateSection,
  type SectionItem,
  itemsIn,
  moveSection,
  placeItem,
  pointsIn,
  sameScore,
  stepItem,
  takeNewest,
  type Variant,
} from './paper.logic.ts'

const item = (id: string, score = 1): SectionItem => ({
  id,
  bank: 'theory',
  question_id: `q-${id}`,
  question_version: 1,
  score,
  rule: null,
})
const variant: Variant = {
  id: 'v',
  sections: [
    { id: '1', title: 'One', instructions: 'Go', items: [item('a'), item('b')] },
    { id: '2', title: 'Two', instructions: '', items: [item('c')] },
    { id: '3', title: 'Three', instructions: '', items: [] },
  ],
}
const said = (v: Variant) => v.sections.map((s) => `${s.id}:${s.items.map((i) => i.id).join('')}`).join(' ')

test.each<[string, Variant, string]>([
  ['a step down', stepItem(variant, 'a', 1), '1:ba 2:c 3:'],
  ['a step over the edge', stepItem(variant, 'b', 1), '1:a 2:bc 3:'],
  ['a step into an empty section', stepItem(variant, 'c', 1), '1:ab 2: 3:c'],
  ['a step back over the edge', stepItem(variant, 'c', -1), '1:abc 2: 3:'],
  ['a step beyond the first', stepItem(variant, 'a', -1), '1:ab 2:c 3:'],
  ['a drop on another section', placeItem(variant, 'a', '2', 1), '1:b 2:ca 3:'],
  ['a drop behind in its own', placeItem(variant, 'a', '1', 1), '1:ba 2:c 3:'],
  ['a drop nowhere', placeItem(variant, 'a', 'gone', 0), '1:ab 2:c 3:'],
  ['a section moved', moveSection(variant, '2', -1), '2:c 1:ab 3:'],
  ['a section moved beyond the last', moveSection(variant, '3', 1), '1:ab 2:c 3:'],
  ['a section twice', duplicateSection(variant, '1', 'x'), '1:ab x: 2:c 3:'],
  ['questions added, those that are there left out', addItems(variant, '3', [item('c'), item('d')]), '1:ab 2:c 3:d'],
])('%s', (_, got, wanted) => expect(said(got)).toBe(wanted))

test('one score for a section, summed to the hundredth', () => {
  const v = sameScore(variant, '1', 0.1)
  expect(pointsIn([...itemsIn(v), item('x', 0.1)])).toBe(1.3)
})
test('newer versions are taken over one by one or all at once', () => {
  const newest = new Map([
    ['q-a', 3],
    ['q-c', 2],
  ])
  const versions = (v: Variant) => itemsIn(v).map((i) => i.question_version)
  expect([versions(takeNewest(variant, newest, 'a')), versions(takeNewest(variant, newest))]).toEqual([
    [3, 1, 1],
    [3, 1, 2],
  ])
})
test('a copy of a variant shares no id with it', () => {
  let n = 0
  const copy = copyVariant(variant, () => `new-${n++}`)
  const ids = (v: Variant) => [v.id, ...v.sections.map((s) => s.id), ...itemsIn(v).map((i) => i.id)]
  expect(ids(copy).filter((id) => ids(variant).includes(id))).toEqual([])
  expect(itemsIn(copy).map((i) => i.question_id)).toEqual(itemsIn(variant).map((i) => i.question_id))
})
