/**
 * The contest a challenge was set in, from the names around it: `lactf-archive/2023/crypto/…`, `TCP1P-CTF-2024-Challenges.zip`. Two years of
 * a contest have challenges of one name (“Sanity check”), and the later one must not pass for an edit of the earlier.
 */
import { fold } from '#mock/crud/fold.ts'

const date = /(?:19|20)\d\d[-_.]?(?:0[1-9]|1[0-2])[-_.]?(?:0[1-9]|[12]\d|3[01])/g
const year = /(?<!\d)(?:199\d|20[0-4]\d)(?!\d)/g
/** What archives of contests are called beside their name. */
const common = new Set(['archive', 'challenge', 'challenges', 'main', 'master', 'public', 'tasks'])

/** The years of a name; a date tells when something was packed. */
const yearsOf = (name: string): string[] => [...new Set(name.replace(date, ' ').match(year))]
const wordsOf = (name: string): string =>
  fold(name.replace(date, ' ').replace(year, ' '))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word && !common.has(word))
    .join(' ')

/**
 * @param pack file name of the import
 * @param file path of the challenge in it
 * @returns name and year, such as `lactf 2023`; nothing where no year is told
 */
export function eventOf(pack: string, file: string): string | undefined {
  // the last folder is the challenge's own, and its name means nothing of the kind
  const folders = file.split('/').slice(0, -2)
  const names = [pack.replace(/\.[a-z\d]{1,5}$/i, ''), ...folders]
  for (const [n, name] of [...names.entries()].slice(1).concat([...names.entries()].slice(0, 1))) {
    const [when, ...others] = yearsOf(name)
    if (when === undefined || others.length) continue
    // a folder that is a year alone has the name of what it lies in
    const said = wordsOf(name) || wordsOf(names[n - 1] ?? '')
    return `${said} ${when}`.trim()
  }
  return undefined
}

export const yearOf = (event: string): string => event.slice(-4)
