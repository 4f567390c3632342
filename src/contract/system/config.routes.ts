/** Reading and changing settings, a section at a time. */
import { z } from 'zod'
import { type Route, routesAs } from '../lib/route.ts'
import type { SectionValues, SettingSection } from './config.ts'
import { configScreens, settingSections } from './config.ts'
import { sectionChanges, type SectionRow, sectionRows } from './config.schema.ts'

type R0 = Omit<Route, 'reply' | 'body' | 'query'>
type Row<S extends SettingSection> = z.ZodType<SectionRow<S>, SectionRow<S>>
type Changes<S extends SettingSection> = SectionValues<S> & { version: number }

type SectionRoutes = {
  [S in SettingSection as `GET /config/${S}`]: R0 & { reply: Row<S> }
} & {
  [S in SettingSection as `PUT /config/${S}`]: R0 & { body: z.ZodType<Changes<S>, Changes<S>>; reply: Row<S> }
}

const sections: Record<string, Route> = {}
for (const s of settingSections) {
  sections[`GET /config/${s}`] = { summary: `Settings: ${s}`, screens: configScreens, reply: sectionRows[s] }
  sections[`PUT /config/${s}`] = {
    summary: `Change settings: ${s}`,
    screens: configScreens,
    body: sectionChanges[s],
    reply: sectionRows[s],
    problems: ['stale_version', 'version_required'],
    audit: 'config.update',
  }
}

export const configRoutes = routesAs<SectionRoutes>(sections)
