/** Who sees what is new by an import, in the sentences of the app; the tool says the same. */
import type { ImportPackage } from './import.schema.ts'
import { setsOfImport } from './import.ts'

type Say = (
  key: `import.audience.${'all' | 'some' | 'nobody' | 'practice'}`,
  values?: Record<'orgs' | 'roles' | 'teams' | 'users', number>,
) => string

/** Nothing where nothing new has an audience. */
export function audienceSaid({ audience, kind }: Pick<ImportPackage, 'audience' | 'kind'>, say: Say): string[] {
  if (!audience) return []
  const [orgs, roles, teams, users] = [audience.orgs, audience.roles, audience.teams, audience.users].map(
    (list) => list.length,
  ) as [number, number, number, number]
  const some = orgs + roles + teams + users > 0
  const who = audience.all
    ? say('import.audience.all')
    : some
      ? say('import.audience.some', { orgs, roles, teams, users })
      : say('import.audience.nobody')
  // a set that an import makes is not open for practice either
  return Object.hasOwn(setsOfImport, kind) && (audience.all || some) ? [who, say('import.audience.practice')] : [who]
}
