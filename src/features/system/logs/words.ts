/** Words of what a row of the trail is about: its fields are named in the dictionary of its own screens, which is fetched when it is looked at. */
import { useEffect, useState } from 'react'
import { loadMessages, type MessageArea, tOr } from '../../../i18n/index.ts'

const of: Readonly<Record<string, MessageArea>> = {
  alarm: 'operation',
  user: 'user',
  team: 'team',
  role: 'role',
  'compute-node': 'config',
  config: 'config',
  topology: 'topology',
  announcement: 'notice',
  comment: 'notice',
  service: 'device',
  'usb-device': 'device',
  'physical-device': 'device',
  image: 'image',
  'theory-question': 'bank',
  exercise: 'bank',
  'flag-challenge': 'bank',
  paper: 'bank',
  exam: 'exam',
  scene: 'scene',
}

export const areaOf = (entity: string): MessageArea | undefined => (Object.hasOwn(of, entity) ? of[entity] : undefined)

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
