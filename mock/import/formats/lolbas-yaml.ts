/**
 * LOLBAS, one YAML file per Windows binary, script or library: Name, Description, Aliases, Commands (Command, Description, Usecase, Category,
 * Privileges, MitreID, OperatingSystem), Full_Path, Code_Sample, Detection (one key each: Sigma, IOC …), Resources. Commands are text here
 * and nowhere run.
 */
import type { Format } from './format.ts'
import { headText } from './format.ts'
import { Unreadable } from './found.ts'
import { list, object, text, words } from './read/loose.ts'
import { yamlDocuments } from './read/yaml.ts'
import { toRow } from './rows.ts'
import { baseName } from './source.ts'

const each = (value: unknown, key: string): unknown[] => list(value).map((v) => object(v)[key])
const command = (value: unknown) => {
  const c = object(value)
  return {
    command: text(c['Command']),
    description: text(c['Description']),
    usecase: text(c['Usecase']),
    privileges: text(c['Privileges']),
    os: text(c['OperatingSystem']),
    attack_id: text(c['MitreID']),
  }
}
/** `Sigma: https://…`, as the page shows it. */
const detection = (value: unknown): unknown[] =>
  Object.entries(object(value)).flatMap(([kind, what]) =>
    text(what) === undefined ? [] : [`${kind}: ${String(text(what))}`],
  )

function fields(value: Record<string, unknown>) {
  const commands = list(value['Commands'])
  return {
    name: text(value['Name']),
    category: 'lolbas',
    summary: text(value['Description']),
    platforms: ['windows'],
    synonyms: words(each(value['Aliases'], 'Alias')),
    keywords: words(each(commands, 'Category')),
    attack_ids: words(each(commands, 'MitreID')),
    commands: commands.map(command),
    paths: words(each(value['Full_Path'], 'Path')),
    detections: words(list(value['Detection']).flatMap(detection)),
    references: words([...each(value['Resources'], 'Link'), ...each(value['Code_Sample'], 'Code')]),
    origin: 'lolbas',
  }
}

export const lolbasYaml: Format = {
  id: 'lolbas-yaml',
  resources: ['tool'],
  sniff(name, head) {
    // the project's form to fill in, not an entry
    if (!/\.ya?ml$/i.test(name) || /^yml-template\.ya?ml$/i.test(baseName(name))) return 0
    const top = headText(head)
    return /^Name:/m.test(top) && /^Description:/m.test(top) && /^(Commands|Full_Path):/m.test(top) ? 1 : 0
  },
  async *read(source) {
    const documents = (await yamlDocuments(source)).filter((d) => d.value !== null && d.value !== undefined)
    if (!documents.length) throw new Unreadable('no_records')
    for (const { value, line } of documents) if (object(value) !== value) throw new Unreadable('yaml_shape', { line })
    for (const { value, line, index } of documents)
      yield toRow(
        'tool',
        { file: source.name, line, ...(documents.length > 1 ? { index } : {}) },
        fields(object(value)),
      )
  },
}
