import { beforeAll, expect, it } from 'vitest'
import { auditDetailNames } from '../../../contract/system/auditDetails.ts'
import { resources } from '../../../contract/resources.ts'
import { has, loadMessages, setLocale } from '../../../i18n/index.ts'
import { areaOf, thingText } from './words.ts'
import { logViews } from './views.ts'

beforeAll(() => setLocale('en-US'))

it('says a section of the settings in words, and everything else by its name', async () => {
  await loadMessages('config')
  expect(thingText('config', 'registration', null)).toBe('Registration')
  expect(thingText('tool', '01a2', 'nmap')).toBe('nmap')
  expect(thingText('tool', '01a2', null)).toBeUndefined()
  await Promise.all((['audit', 'operation'] as const).map(loadMessages))
  expect(thingText('setting', 'comments.review', null)).toBe('Review of comments before others see them')
  expect(thingText('service', 'hypervisor-agent', null)).toBe('Hypervisor agent')
  expect(thingText('service', '01a2', null)).toBeUndefined()
})

it('has words for whatever an entry may say', async () => {
  await loadMessages('audit')
  expect(auditDetailNames.filter((name) => !has(`audit.detail.${name}`))).toEqual([])
})

const all = Object.entries(resources).map(([name, { schema }]) => ({ name, body: Object.keys(schema.body.shape) }))
it.each(all)('knows where what is written of $name has its words', async ({ name, body }) => {
  const area = areaOf(name)
  await Promise.all([...logViews['audit-log'].messages, ...(area ? [area] : [])].map(loadMessages))
  expect(body.filter((field) => !has(`${name}.field.${field}`) && !has(`kit.field.${field}`))).toEqual([])
})
