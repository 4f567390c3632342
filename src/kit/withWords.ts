/** A part of a screen that most of its visits do without: its code comes when it is shown, and with it words that the screen has not got. */
import { type ComponentType, lazy } from 'react'
import { loadMessages, type MessageArea } from '../i18n/index.ts'
import { chunk } from '../lib/chunk.ts'

/** Shown inside a `Suspense`. */
export const withWords = <P extends object>(areas: readonly MessageArea[], load: () => Promise<ComponentType<P>>) =>
  lazy(async () => {
    const [part] = await Promise.all([chunk(load), ...areas.map(loadMessages)])
    return { default: part }
  })
