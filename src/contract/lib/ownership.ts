/**
 * Whose content is, and what others may do with it. One rule for every resource that says `owned`: a row has an owner and is shared among those
 * who hold the screens it is managed on. Which learners see it is another question (`audience`).
 */

/** What somebody may do with a row, each more than the one before: see it, build on it, change it; give it away and remove it. */
export const levels = ['read', 'use', 'change', 'own'] as const
export type AccessLevel = (typeof levels)[number]
/** What is given to others. Owning is handed over, not shared. */
export const shareLevels = ['read', 'use', 'change'] as const
export type ShareLevel = (typeof shareLevels)[number]
/** `organisation`: that of the owner and those below it. */
export const shareScopes = ['private', 'named', 'organisation', 'everybody'] as const
export type ShareScope = (typeof shareScopes)[number]

/** Until its owner says otherwise. */
export const usualSharing = { scope: 'everybody', level: 'use' } as const satisfies {
  scope: ShareScope
  level: ShareLevel
}
export const mostSharedWith = 200

export const atLeast = (has: AccessLevel, needed: AccessLevel): boolean => levels.indexOf(has) >= levels.indexOf(needed)

/** Words of `can` that every owned row has beside those of its resource, and what each takes. */
export const ownedWords = ['use', 'share', 'hand-over'] as const
const taken: Readonly<Record<string, AccessLevel>> = { use: 'use', remove: 'own', share: 'own', 'hand-over': 'own' }
/** What an action takes: changing, unless it says otherwise. */
export const accessLevelOf = (action: string, said?: AccessLevel): AccessLevel => said ?? taken[action] ?? 'change'

/** Fields of every owned row beside its own. */
export const ownedNames = ['owner_id', 'owner_name', 'share_scope', 'share_level', 'mine'] as const
