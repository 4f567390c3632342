/** What items of QTI hold beside questions, and which set the items of a package make. */
import { describe, expect, it } from 'vitest'
import { findIn } from '#tests/support/found.ts'
import { bytesSource } from '../../source.ts'

const found = (files: Record<string, string>) => findIn(Object.entries(files).map(([n, text]) => bytesSource(n, text)))
const item = (title: string, body: string) =>
  `<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" title="${title}"><responseDeclaration identifier="R" cardinality="single"><correctResponse><value>A</value></correctResponse></responseDeclaration><itemBody><p>Which port?</p>${body}</itemBody></assessmentItem>`
const choices = (...texts: string[]) =>
  `<choiceInteraction responseIdentifier="R">${texts.map((t, n) => `<simpleChoice identifier="${'ABCD'[n]}">${t}</simpleChoice>`).join('')}</choiceInteraction>`
const one = (title: string) => item(title, choices('22', '23'))

describe('an item of QTI 2', () => {
  it('keeps its question when it has a button for a hint, and says that the button is gone', async () => {
    const hint = '<p><endAttemptInteraction responseIdentifier="HINT" title="Show hint"/></p>'
    const { rows, bad } = await found({ 'q.xml': item('Ports', choices('22', '23') + hint) })
    expect(bad).toEqual([])
    expect(rows[0]?.data).toMatchObject({ type: 'single', stem: 'Which port?' })
    expect(rows[0]?.notes).toContainEqual({
      path: '',
      rule: 'note_field',
      params: { name: 'endAttemptInteraction: Show hint' },
    })
  })
  it.each([
    ['pairs', '<matchInteraction responseIdentifier="R"/>', ['question_type', { type: 'matching' }]],
    ['associations', '<associateInteraction responseIdentifier="R"/>', ['question_type', { type: 'matching' }]],
    [
      'lists that offer the same',
      choices('SSH', 'FTP') + choices('FTP', 'SSH', 'DNS'),
      ['question_type', { type: 'matching' }],
    ],
    ['lists that offer something else', choices('SSH', 'FTP') + choices('22', '21'), ['several_questions', { n: 2 }]],
    ['statements', choices('True', 'False') + choices('True', 'False'), ['several_questions', { n: 2 }]],
  ])('of %s is refused under the name other formats have for it', async (_, body, [rule, params]) => {
    const { bad } = await found({ 'q.xml': item('Ports', body as string) })
    expect(bad[0]?.reasons).toEqual([{ path: '', rule, params }])
  })
  it('loses an option without a word that is not the answer, and says so', async () => {
    const { rows, bad } = await found({ 'q.xml': item('Ports', choices('22', '23', '<p> </p>')) })
    expect(bad).toEqual([])
    expect(rows[0]?.data['options']).toMatchObject([{ text: '22' }, { text: '23' }])
    expect(rows[0]?.notes).toContainEqual({ path: '', rule: 'note_field', params: { name: 'simpleChoice: C' } })
  })
  it('stays out when its answer is an option without a word', async () => {
    const { rows, bad } = await found({ 'q.xml': item('Ports', choices('', '22', '23')) })
    expect(rows).toEqual([])
    expect(bad).toHaveLength(1)
  })
})

it('an item of QTI 1.2 loses an option without a word that is not the answer', async () => {
  const label = (id: string, text: string) =>
    `<response_label ident="${id}"><material><mattext>${text}</mattext></material></response_label>`
  const xml = `<questestinterop><item title="t"><presentation><material><mattext>Q</mattext></material><response_lid ident="r" rcardinality="Single"><render_choice>${label('1', 'x')}${label('2', 'y')}${label('3', '')}</render_choice></response_lid></presentation><resprocessing><respcondition><conditionvar><varequal respident="r">1</varequal></conditionvar><setvar>1</setvar></respcondition></resprocessing></item></questestinterop>`
  const { rows, bad } = await found({ 'i.xml': xml })
  expect(bad).toEqual([])
  expect(rows[0]?.data['options']).toHaveLength(2)
  expect(rows[0]?.notes).toContainEqual({ path: '', rule: 'note_field', params: { name: 'response_label: 3' } })
})

describe('items of one package are one set', () => {
  const sets = async (files: Record<string, string>) => (await found(files)).rows.map((r) => String(r.data['set']))
  const manifest = (title: string, files: string[]) =>
    `<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"><metadata><schema>QTIv2.1 Package</schema>${title}</metadata><resources><resource type="imsqti_test_xmlv2p1" href="test.xml"/>${files.map((f) => `<resource type="imsqti_item_xmlv2p1" href="${f}"/>`).join('')}</resources></manifest>`
  const test =
    '<assessmentTest title="Week 3"><testPart><assessmentSection><assessmentItemRef href="a.xml"/></assessmentSection></testPart></assessmentTest>'

  it('named by the folder they lie in when nothing else names it', async () => {
    expect(await sets({ 'Network_basics/a.xml': one('A'), 'Network_basics/b.xml': one('B') })).toEqual([
      'Network basics',
      'Network basics',
    ])
    expect(new Set(await sets({ 'a.xml': one('A'), 'b.xml': one('B') })).size).toBe(1)
  })
  it('named by its test when the manifest has no title', async () => {
    const files = { 'imsmanifest.xml': manifest('', ['a.xml', 'b/b.xml']), 'test.xml': test }
    expect(await sets({ ...files, 'a.xml': one('A'), 'b/b.xml': one('B') })).toEqual(['Week 3', 'Week 3'])
  })
  it('and one file alone is a set of its name', async () => {
    expect(await sets({ 'Ports.xml': one('A') })).toEqual(['Ports'])
  })
})
