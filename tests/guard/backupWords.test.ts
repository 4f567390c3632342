/** The summary before a restore names every table there may be in words of both languages. */
import { expect, test } from 'vitest'
import { localTables } from '#mock/backup/database/catalog.ts'
import { tableOf } from '#mock/crud/shape.ts'
import { migrationFiles } from '#mock/db/migrate.ts'
import { resources } from '#src/contract/resources.ts'

const made = migrationFiles().flatMap(({ text }) =>
  [...text.matchAll(/^create (?:unlogged )?table (?:if not exists )?(\w+)/gim)].map((m) => m[1] ?? ''),
)
const tables = [...new Set([...made, ...Object.keys(resources).map(tableOf)])].filter((name) => !localTables.has(name))

test.each(['en-US', 'zh-CN'])('no table shows as itself in %s', async (locale) => {
  const words = (await import(`../../src/i18n/${locale}/backup.ts`)).default as Record<string, string>
  expect(tables.length).toBeGreaterThan(100)
  expect(tables.filter((name) => words[`backup.table.${name}`] === undefined)).toEqual([])
})
