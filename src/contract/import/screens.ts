/** Where the imports of each kind are, and which of these places a file belongs to that was brought to another. */
import type { ScreenName } from '../screens/index.ts'
import type { ImportFile } from './import.schema.ts'
import { type ImportKind, importKinds } from './import.ts'

/** The first is where it is looked at; who may see none of them knows nothing of such imports. */
export const importScreens = {
  resources: ['resource-import', 'resource-import-screen'],
  users: ['user-manage'],
  questions: ['theory-bank'],
  exercises: ['exercise-bank'],
  flags: ['flags-solve'],
  courses: ['course-manage'],
} as const satisfies Record<ImportKind, readonly [ScreenName, ...ScreenName[]]>
/** Of the address of that screen: what opens the imports, or one of them. */
export const importQuery = (kind: ImportKind, id?: string): Record<string, string> => ({
  ...(kind === 'resources' ? {} : { desk: 'import' }),
  ...(id === undefined ? {} : { import: id }),
})

interface Refused {
  file_name: string
  files: readonly ImportFile[]
  details?: Readonly<Record<string, unknown>> | null | undefined
}
/** The one file of an import that is no archive: what is wrong with it is what is wrong with the import. */
export function onlyFileOf({ file_name, files }: Refused): ImportFile | undefined {
  const [file, ...others] = files
  return file?.name === file_name && !others.length ? file : undefined
}

const places = [...importKinds, 'topology'] as const
/** Where a file belongs that holds nothing of the kind it was brought in as. */
export const belongsTo = (p: Refused): (typeof places)[number] | undefined =>
  places.find((place) => [p.details?.['code'], onlyFileOf(p)?.problem].includes(`holds_${place}`))
