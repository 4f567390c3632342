/** People in words: `everybody`, `nobody`, `organisation:Computing`, `role:student`; by name or by id. */
import { type Argument, Option } from 'commander'
import type { Audience } from '#src/contract/lib/crud.ts'
import { offered } from './completion/complete.ts'
import type { Connection } from './context.ts'
import { CliError, exits, usageError } from './errors.ts'
import { isKeyOf } from '#src/contract/lib/typed.ts'

const kinds = { organisation: 'orgs', role: 'roles', team: 'teams', user: 'users' } as const
type Kind = keyof typeof kinds
const beginnings = ['everybody', 'nobody', ...Object.keys(kinds).map((kind) => `${kind}:`)]
const takes = 'everybody, nobody, organisation:NAME, role:NAME, team:NAME, user:NAME'

/** An argument or an option that takes such words. */
export function ofPeople<T extends Argument | Option>(place: T): T {
  offered.set(place, beginnings)
  return place
}
/** Given again for each of them: what stands behind it may be a file. */
export const audienceOption = (about: string): Option =>
  ofPeople(
    new Option('--audience <who>', `${about}: ${takes}; again for each`).argParser((who, all: string[] | undefined) => [
      ...(all ?? []),
      who,
    ]),
  )
export const peopleHelp = `Who: ${takes}.
An organisation includes those below it.`

/** @throws CliError usage, before any server is asked */
export function peopleOf(words: readonly string[]): readonly (readonly [Kind, string])[] | 'everybody' | 'nobody' {
  const [first = 'nobody'] = words
  if (first === 'everybody' || first === 'nobody') {
    if (words.length > 1) throw usageError(`“${first}” stands alone.`)
    return first
  }
  return words.map((word) => {
    const [, kind = '', name = ''] = /^(\w+):(.+)$/s.exec(word) ?? []
    if (!isKeyOf(kinds, kind)) throw usageError(`“${word}” says nobody. Say who: ${takes}.`)
    return [kind, name.trim()]
  })
}

const same = (a: string): string => a.normalize('NFKC').toLowerCase().trim()

/** @throws CliError not found, or usage where several have the name */
export async function chosenOf(at: Connection, people: ReturnType<typeof peopleOf>): Promise<Audience> {
  const out: Audience = { all: people === 'everybody', orgs: [], roles: [], teams: [], users: [] }
  if (typeof people === 'string') return out
  for (const [kind, name] of people) {
    const all = await namesOf(at, kind, name)
    const found = all.filter((one) => one.id === name || one.key === name)
    const named = found.length
      ? found
      : all.filter((one) => [one.name, one.also].some((n) => n !== undefined && same(n) === same(name)))
    const [one, ...more] = named
    if (!one) throw new CliError('not_found', `There is no ${kind} “${name}”.`, exits.notFound)
    if (more.length)
      throw usageError(
        `${named.length} have the name “${name}”; name one by its id: ${named.map((n) => `${kind}:${n.id}`).join(', ')}`,
      )
    out[kinds[kind]].push(one.id)
  }
  return out
}

interface Named {
  id: string
  name: string
  /** What tells people of one name apart: their user name. */
  also?: string | undefined
  key?: string | undefined
}
async function namesOf({ client }: Connection, kind: Kind, name: string): Promise<Named[]> {
  if (kind === 'organisation') return (await client('GET /orgs/tree')).items
  const route = ({ role: 'GET /roles/options', team: 'GET /teams/options', user: 'GET /users/options' } as const)[kind]
  const said = async (query: object): Promise<Named[]> =>
    (await client(route, { query: { page_size: 200, ...query } })).items.map(({ id, label, hint, key }) => ({
      id,
      name: label,
      also: hint,
      key,
    }))
  // a role is known by its key too, which no search finds
  if (kind === 'role') return said({})
  const found = await said({ q: name })
  return found.length ? found : said({ ids: [name] })
}

/** Who it is, as a table has it. */
export const audienceTable = (chosen: Audience) => ({
  columns: ['who', 'id'],
  rows: chosen.all
    ? [['everybody', '']]
    : Object.entries(kinds).flatMap(([kind, list]) => chosen[list].map((id) => [kind, id])),
})
