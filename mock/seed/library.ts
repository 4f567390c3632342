/** The libraries of the demonstration: categories, tools with their audience, searches. */
import { categoryKey } from '../areas/library/toolCategory.ts'
import type { AuditRow } from '../audit/row.ts'
import { writeAudience } from '../crud/audience.ts'
import { type DataOf, documents } from '../crud/documents.ts'
import type { Queryable } from '../db/db.ts'
import { attack } from './library/attack.ts'
import { seedToolCategories } from './library/categories.ts'
import { defence } from './library/defence.ts'
import { dorks } from './library/dorks.ts'
import type { ToolEntry } from './library/entry.ts'
import { reconTools } from './library/reach.ts'
import type { Chance } from './random.ts'

const tools: readonly ToolEntry[] = [...reconTools, ...attack, ...defence]
const day = 86_400_000

/** Tools that not everybody is shown: organisations and roles by key, or nobody. */
const shownTo: Readonly<Record<string, { orgs: readonly string[]; roles: readonly string[] }>> = {
  Mimikatz: { orgs: ['northfield-lab'], roles: ['teacher'] },
  Sliver: { orgs: [], roles: ['teacher', 'referee'] },
  Pacu: { orgs: [], roles: [] },
}

export interface LibraryGround {
  now: Date
  /** Who wrote it all: id, user name and role key. */
  author: { id: string; username: string; role: string }
  orgs: ReadonlyMap<string, string>
  roles: Readonly<Record<string, string>>
  /** Names under which searches were written. */
  writers: readonly string[]
}

const bodyOf = (t: ToolEntry, category_id: string): DataOf<'tool'> => ({
  name: t.name,
  category_id,
  summary: t.summary,
  language: t.language,
  website: t.website ?? '',
  source_url: t.source ?? '',
  price: t.paid ? 'paid' : 'free',
  online: null,
  platforms: [...t.on],
  keywords: [...t.words],
  synonyms: [...(t.also ?? [])],
  attack_ids: [...(t.attack ?? [])],
  commands: (t.commands ?? []).map(([command, description]) => ({
    command,
    description,
    usecase: '',
    privileges: '',
    os: '',
    attack_id: t.attack?.[0] ?? '',
  })),
  paths: [],
  detections: [],
  references: [],
  origin: 'manual',
})

/** @returns the audit rows of their making */
export async function layLibrary(
  q: Queryable,
  c: Chance,
  { now, author, orgs, roles, writers }: LibraryGround,
): Promise<AuditRow[]> {
  const ago = (days: number) => new Date(now.getTime() - days * day - c.between(0, day - 1))
  const hand = (at: Date) => ({ at, by: author.id })
  const began = ago(75)
  const ids = new Map(seedToolCategories.map(([key]) => [key as string, c.id(began)]))
  await documents('tool-category').insertMany(
    q,
    seedToolCategories.map(([key, name, description]) => ({
      id: ids.get(key) ?? '',
      data: { name, description, key: categoryKey(name) },
    })),
    hand(began),
  )
  const made = tools.map((t) => {
    const category = ids.get(t.category)
    if (!category) throw new Error(`${t.name}: no category ${t.category}`)
    const at = ago(c.between(1, 70))
    return { id: c.id(at), data: bodyOf(t, category), open: !Object.hasOwn(shownTo, t.name), hand: hand(at) }
  })
  await documents('tool').insertMany(q, made, hand(began))
  for (const { id, data } of made) {
    const shown = shownTo[data.name ?? '']
    if (!shown) continue
    const chosen = {
      all: false,
      users: [],
      teams: [],
      orgs: shown.orgs.map((k) => orgs.get(k) ?? ''),
      roles: shown.roles.map((k) => roles[k] ?? ''),
    }
    await writeAudience(q, 'tool', id, chosen)
  }
  await documents('dork').insertMany(
    q,
    dorks.map(([category, title, query, description]) => {
      const at = ago(c.between(1, 70))
      const published_on = new Date(at.getTime() - c.between(0, 700) * day).toISOString().slice(0, 10)
      const data = {
        ghdb_id: null,
        title,
        query,
        category,
        author: c.one(writers),
        published_on,
        description,
        reference: '',
        origin: 'manual',
      }
      return { id: c.id(at), data, hand: hand(at) }
    }),
    hand(began),
  )
  return made.map(({ id, data, hand: { at } }) => ({
    at,
    user_id: author.id,
    username: author.username,
    role: author.role,
    address: '10.20.1.8',
    action: 'tool.create',
    entity: 'tool',
    entity_id: id,
    result: 'done',
    code: null,
    request_id: c.id(at),
    after: data,
  }))
}
