/** Headings of the help: what an operator looks for. */

export const groups = {
  session: 'Session:',
  content: 'Content:',
  people: 'People:',
  system: 'System:',
  project: 'This project:',
} as const
export type Group = (typeof groups)[keyof typeof groups]

const people: readonly string[] = ['user', 'team', 'role', 'announcement', 'comment']
const system: readonly string[] = ['compute-node', 'alarm']

/** Where the verbs of a resource stand. */
export const groupOf = ({ name }: { name: string }): Group =>
  people.includes(name) ? groups.people : system.includes(name) ? groups.system : groups.content
