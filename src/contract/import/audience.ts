/** Who sees what is new by an import, in the sentences of the app; the tool says the same. */
import type { ImportPackage, AudienceReach } from './import.schema.ts'
import { setsOfImport } from './import.ts'

type Say = (
  key:
    | `import.audience.${'all' | 'some' | 'named' | 'nobody' | 'blind' | 'practice' | 'open' | 'closed'}`
    | 'import.or',
  values?: Record<string, string | number>,
) => string

const named = (all: readonly { name: string }[], say: Say): string =>
  all.map(({ name }) => `“${name}”`).join(say('import.or'))

/** That some of those who are named have no screen to see it on. */
export const blindSaid = ({ blind, blind_total: n }: AudienceReach, say: Say): string =>
  say('import.audience.blind', { names: named(blind, say), n, more: n - blind.length })

/**
 * Nothing where nothing new has an audience.
 * @param reach the same in names; without it, as long as it is on its way, there are figures
 */
export function audienceSaid(
  { audience }: Pick<ImportPackage, 'audience'>,
  reach: AudienceReach | undefined,
  say: Say,
): string {
  if (!audience) return ''
  const [orgs, roles, teams, users] = [
    audience.orgs.length,
    audience.roles.length,
    audience.teams.length,
    audience.users.length,
  ] as const
  const some = orgs + roles + teams + users > 0
  const who = audience.all
    ? say('import.audience.all')
    : !some
      ? say('import.audience.nobody')
      : reach?.total
        ? say('import.audience.named', { names: named(reach.names, say), more: reach.total - reach.names.length })
        : say('import.audience.some', { orgs, roles, teams, users })
  const blind = reach?.blind.length ? [blindSaid(reach, say)] : []
  return [who, ...blind].join(' ')
}

/**
 * Whether learners practise it, which needs an open set too; undefined where it is not for them.
 * @param reach undefined as long as it is on its way
 */
export function practiceSaid(
  { audience, kind }: Pick<ImportPackage, 'audience' | 'kind'>,
  reach: AudienceReach | undefined,
  say: Say,
): string | undefined {
  if (!audience || !Object.hasOwn(setsOfImport, kind)) return undefined
  if (!reach) return say('import.audience.practice')
  if (reach.closed.length) return say('import.audience.closed', { names: named(reach.closed, say) })
  return audience.all || reach.total ? say('import.audience.open') : undefined
}
