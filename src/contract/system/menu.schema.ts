import { z } from 'zod'
import { sized } from '../lib/text.ts'
import { limits } from '../limits.ts'
import type { EntryKey } from '../menu.ts'
import { folders, screens } from '../screens/index.ts'
import { keysOf } from '../lib/typed.ts'

const folderNames = keysOf(folders)
const listed = screens.filter((s) => s.auth && !s.hidden)
const Folder = z.enum(folderNames)
const Screen = z.enum(listed.map((s) => s.name))
const Entry = z.enum<readonly EntryKey[]>([
  ...folderNames.map((f) => `folder.${f}` as const),
  ...listed.map((s) => `screen.${s.name}` as const),
])

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
