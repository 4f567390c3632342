/**
 * LOLBAS, one YAML file per Windows binary, script or library: Name, Description, Aliases, Commands (Command, Description, Usecase, Category,
 * Privileges, MitreID, OperatingSystem), Full_Path, Code_Sample, Detection (one key each: Sigma, IOC …), Resources. Commands are text here
 * and nowhere run.
 */
import type { Format } from './format.ts'
import { headText } from './format.ts'
import { Unreadable } from './found.ts'
import { looseList, object, looseText, distinctTexts } from './read/loose.ts'
import { yamlDocuments } from './read/yaml.ts'
import { toRow } from './rows.ts'
import { baseName } from './source.ts'

const each = (value: unknown, key: string): unknown[] => looseList(value).map((v) => object(v)[key])
const command = (value: unknown) => {
  const c = object(value)
  return {
    command: looseText(c['Command']),
    description: looseText(c['Description']),
    usecase: looseText(c['Usecase']),
    privileges: looseText(c['Privileges']),
    os: looseText(c['OperatingSystem']),
    attack_id: looseText(c['MitreID']),
  }
}
/** `Sigma: https://…`, as the page shows it. */
const detection = (value: unknown): unknown[] =>
  Object.entries(object(value)).flatMap(([kind, what]) =>
    looseText(what) === undefined ? [] : [`${kind}: ${String(looseText(what))}`],
  )

function fields(value: Record<string, unknown>) {
  const commands = looseList(value['Commands'])
  return {
    name: looseText(value['Name']),
    category: 'lolbas',
    summary: looseText(value['Description']),
    platforms: ['windows'],
    synonyms: distinctTexts(each(value['Aliases'], 'Alias')),
    keywords: distinctTexts(each(commands, 'Category')),
    attack_ids: distinctTexts(each(commands, 'MitreID')),
    commands: commands.map(command),
    paths: distinctTexts(each(value['Full_Path'], 'Path')),
    detections: distinctTexts(looseList(value['Detection']).flatMap(detection)),
    references: distinctTexts([...each(value['Resources'], 'Link'), ...each(value['Code_Sample'], 'Code')]),
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
