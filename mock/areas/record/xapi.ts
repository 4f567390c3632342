/** Evidence as xAPI 1.0.3 statements (https://github.com/adlnet/xAPI-Spec): who did what, when, and how well. */
import { createHash } from 'node:crypto'
import type { Evidence } from '#src/contract/record/record.routes.ts'
import type { EvidenceKind } from '#src/contract/record/evidence.ts'

interface Actor {
  name: string
  username: string
  /** Of the platform, without a slash at its end. */
  home: string
  language: 'en-US' | 'zh-CN'
}
/** Verbs and kinds of activities are ADL's (https://registry.tincanapi.com). */
const verbs: Record<EvidenceKind, 'completed' | 'scored' | 'passed'> = {
  section: 'completed',
  course: 'completed',
  exam: 'scored',
  flag: 'passed',
}
const activities: Record<EvidenceKind, string> = {
  section: 'module',
  course: 'course',
  exam: 'assessment',
  flag: 'performance',
}
const adl = 'http://adlnet.gov/expapi'

/** The namespace of addresses (RFC 4122, appendix C). */
const addresses = Buffer.from('6ba7b8119dad11d180b400c04fd430c8', 'hex')
/** A statement's id is the same whenever the line is exported: xAPI wants a UUID of RFC 4122, and version 5 is made of a name. */
function statementId(home: string, id: string): string {
  const bytes = createHash('sha1').update(addresses).update(`${home}/evidence/${id}`).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

export function statementOf(line: Evidence, { name, username, home, language }: Actor) {
  const place = (...of: string[]) => [home, ...of.map(encodeURIComponent)].join('/')
  const title = line.part === null ? line.title : line.part_title
  return {
    id: statementId(home, line.id),
    actor: { objectType: 'Agent', name, account: { homePage: home, name: username } },
    verb: { id: `${adl}/verbs/${verbs[line.kind]}`, display: { 'en-US': verbs[line.kind] } },
    object: {
      objectType: 'Activity',
      id: line.part === null ? place(line.kind, line.subject) : place('course', line.subject, 'section', line.part),
      definition: { name: { [language]: title }, type: `${adl}/activities/${activities[line.kind]}` },
    },
    ...(line.result === null
      ? {}
      : { result: { score: { scaled: line.result }, ...(line.kind === 'exam' ? {} : { completion: true }) } }),
    context: {
      revision: String(line.version),
      platform: home,
      language,
      ...(line.part === null
        ? {}
        : {
            contextActivities: {
              parent: [
                {
                  objectType: 'Activity',
                  id: place('course', line.subject),
                  definition: { name: { [language]: line.title }, type: `${adl}/activities/course` },
                },
              ],
            },
          }),
    },
    timestamp: line.at,
    version: '1.0.3',
  }
}
