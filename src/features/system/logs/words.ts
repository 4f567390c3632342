/** Words of what a row of the trail is about: its fields are named in the dictionary of its own screens, which is fetched when it is looked at. */
import { useEffect, useState } from 'react'
import { resourceSpecs } from '../../../contract/lines.ts'
import { loadMessages, type MessageArea, tOr } from '../../../i18n/index.ts'

/** Of things that are no resource. */
const others = { config: 'config', scene: 'scene' } as const
const of: ReadonlyMap<string, MessageArea> = new Map<string, MessageArea>([
  ...Object.values(resourceSpecs).map((line): [string, MessageArea] => [
    line.name,
    'words' in line ? line.words : line.area,
  ]),
  ...Object.entries(others),
])

export const areaOf = (entity: string): MessageArea | undefined => of.get(entity)

/** Fetches them; true when they are there, or cannot be had. */
export function useWordsOf(entity: string | undefined): boolean {
  const [ready, setReady] = useState<string>()
  useEffect(() => {
    if (entity === undefined) return
    let gone = false
    const area = areaOf(entity)
    // fields without their words are better than no change at all
    void (area ? loadMessages(area).catch(() => undefined) : Promise.resolve()).then(() => !gone && setReady(entity))
    return () => {
      gone = true
    }
  }, [entity])
  return entity !== undefined && ready === entity
}

/** Things without a name of their own that have a word: sections and switches of the settings, services of the platform. */
const words: Readonly<Record<string, (id: string) => string>> = {
  config: (id) => `config.section.${id}`,
  setting: (id) => `audit.setting.${id.replaceAll('.', '-')}`,
  service: (id) => `service.name.${id}`,
}

/** What a thing is called; undefined where nobody knows. */
export function thingText(entity: string, id: string, label: string | null): string | undefined {
  if (label !== null) return label
  const key = Object.hasOwn(words, entity) ? words[entity]?.(id) : undefined
  return (key !== undefined && tOr([key], '')) || undefined
}
