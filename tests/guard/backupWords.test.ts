/** The summary before a restore names every table there may be in words of both languages. */
import { expect, test } from 'vitest'
import { localTables } from '#mock/backup/database/catalog.ts'
import { tableOf } from '#mock/crud/shape.ts'
import { migrationFiles } from '#mock/db/migrate.ts'
import { libraries } from '#src/contract/dashboard/blocks.ts'
import { type ResourceName, resources } from '#src/contract/resources.ts'

const made = migrationFiles().flatMap(({ text }) =>
  [...text.matchAll(/^create (?:unlogged )?table (?:if not exists )?(\w+)/gim)].map((m) => m[1] ?? ''),
)
// a library is called there what it is called on the dashboard
const others = (Object.keys(resources) as ResourceName[]).filter((name) => !libraries.includes(name))
const tables = [...new Set([...made, ...others.map(tableOf)])].filter((name) => !localTables.has(name))

test.each(['en-US', 'zh-CN'])('no table shows as itself in %s', async (locale) => {
  const words = (await import(`../../src/i18n/${locale}/backup.ts`)).default as Record<string, string>
  expect(tables.length + libraries.length).toBeGreaterThan(100)
  expect(tables.filter((name) => words[`backup.table.${name}`] === undefined)).toEqual([])
})
