import { z } from 'zod'
import { sized } from '../lib/text.ts'
import { limits } from '../limits.ts'
import type { EntryKey } from '../menu.ts'
import { type FolderName, folders, type ScreenName, screens } from '../screens/index.ts'

const folderNames = Object.keys(folders) as FolderName[]
const listed = screens.filter((s) => s.auth && !s.hidden)
const Folder = z.enum(folderNames as [FolderName, ...FolderName[]])
const Screen = z.enum(listed.map((s) => s.name) as [ScreenName, ...ScreenName[]])
const Entry = z.enum([
  ...folderNames.map((f) => `folder.${f}` as const),
  ...listed.map((s) => `screen.${s.name}` as const),
] as [EntryKey, ...EntryKey[]])

const Title = sized(z.string(), 1, limits.menuTitle.max).refine((v) => v === v.trim() && !/\p{C}/u.test(v), {
  params: { rule: 'text_characters' },
})

/** Only what differs from the usual menu; names that the table lacks are refused. */
export const MenuBody = z.strictObject({
  folders: z.strictObject({
    learner: z.array(Folder).max(folderNames.length).optional(),
    admin: z.array(Folder).max(folderNames.length).optional(),
  }),
  screens: z.partialRecord(Folder, z.array(Screen).max(listed.length)),
  hidden: z.array(Entry).max(folderNames.length + listed.length),
  titles: z.partialRecord(Entry, z.strictObject({ 'en-US': Title, 'zh-CN': Title })),
})
