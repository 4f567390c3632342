/** Headings of the help: what an operator looks for. */

export const helpHeadings = {
  session: 'Session:',
  content: 'Content:',
  people: 'People:',
  system: 'System:',
  project: 'This project:',
} as const
export type HelpHeading = (typeof helpHeadings)[keyof typeof helpHeadings]

const people: readonly string[] = ['user', 'team', 'role', 'announcement', 'comment']
const system: readonly string[] = ['compute-node', 'alarm']

/** Where the verbs of a resource stand. */
export const groupOf = ({ name }: { name: string }): HelpHeading =>
  people.includes(name) ? helpHeadings.people : system.includes(name) ? helpHeadings.system : helpHeadings.content
