import { z } from 'zod'
import { CourseFile } from './media.schema.ts'
import { packageItemKinds, packageLimits, packageStates, packageVersions } from './package.ts'

const Count = z.number().int()
export const PackageBody = z.strictObject({
  kind: z.literal('package'),
  pack: CourseFile.nullable().default(null),
  /** In the other language of the course. */
  pack_other: CourseFile.nullable().default(null),
})

/** One line of a package's contents, in their order. */
export const PackageItem = z.object({
  id: z.string(),
  title: z.string(),
  depth: Count,
  kind: z.enum(packageItemKinds),
  /** What is opened, from the root of the package; empty of a group. */
  href: z.string(),
  /** What it is started with: behind the address, and told to it. */
  parameters: z.string(),
  data: z.string(),
  /** Points (1.2) or share of them (2004) that pass it, and the share of it that completes it. */
  mastery: z.number().nullable(),
  completion: z.number().nullable(),
  max_time: z.string(),
  time_action: z.string(),
})
export type PackageItem = z.output<typeof PackageItem>
export const ScormManifest = z.object({
  version: z.enum(packageVersions),
  /** As it calls itself. */
  edition: z.string(),
  title: z.string(),
  items: z.array(PackageItem),
  /** Titles of its other organizations, which are not played. */
  others: z.array(z.string()),
  files: Count,
  bytes: Count,
})
export type ScormManifest = z.output<typeof ScormManifest>

/** What a package is, for whoever writes the lesson. */
export const ScormContents = ScormManifest.pick({
  version: true,
  edition: true,
  title: true,
  others: true,
  files: true,
  bytes: true,
}).extend({
  items: z.array(PackageItem.pick({ id: true, title: true, depth: true, kind: true })),
})
export type ScormContents = z.output<typeof ScormContents>

/** A package as its learner has it. */
const ShownPack = z.object({
  ...CourseFile.shape,
  title: z.string(),
  items: z.array(
    PackageItem.pick({ id: true, title: true, depth: true, kind: true }).extend({
      state: z.enum(packageStates),
      score: z.number().nullable(),
    }),
  ),
  /** Spent in it, all sessions together. */
  seconds: z.number(),
  /** Where its learner was last. */
  at: z.string().nullable(),
})
export type ShownPack = z.output<typeof ShownPack>
export const ShownPackage = z.object({
  kind: z.literal('package'),
  pack: ShownPack.nullable(),
  pack_other: ShownPack.nullable(),
})

export const PackageLaunch = z.object({
  ticket: z.string(),
  /** Whole: where the page of the package is, without the item. */
  address: z.string(),
  origin: z.string(),
  nonce: z.string(),
  expires_at: z.iso.datetime({ offset: true }),
})
export type PackageLaunch = z.output<typeof PackageLaunch>

const CommitData = z
  .record(
    z
      .string()
      .max(250)
      .regex(/^cmi(?:\.[a-z0-9_]{1,60}){1,12}$/),
    z.string().max(packageLimits.suspend['2004']),
  )
  .superRefine((cmi, ctx) => {
    const all = Object.entries(cmi)
    const blame = (path: string, rule: string) =>
      ctx.addIssue({ code: 'custom', message: rule, path: [path], params: { rule } })
    if (all.length > packageLimits.values) blame('', 'format')
    if (all.reduce((n, [k, v]) => n + k.length + v.length, 0) > packageLimits.all) blame('', 'format')
    const long = all.find(([k, v]) => k !== 'cmi.suspend_data' && v.length > packageLimits.value)
    if (long) blame(long[0], 'format')
  })
export type CommitData = z.output<typeof CommitData>
export const PackageCommit = z.strictObject({
  item: z.string().min(1).max(255),
  /** Of the page that says it, and how often it has said something: what is older than what is known changes nothing. */
  run: Count.min(1),
  seq: Count.min(1),
  ended: z.boolean(),
  cmi: CommitData,
})
export type PackageCommit = z.output<typeof PackageCommit>
export const PackageCommitted = z.object({
  state: z.enum(packageStates),
  score: z.number().nullable(),
  done: z.boolean(),
  completed: z.boolean(),
})
export type PackageCommitted = z.output<typeof PackageCommitted>

export const LaunchBody = z.strictObject({
  file: z.string().min(1).max(64),
  /** To be renewed. */
  ticket: z.string().min(1).max(128).optional(),
})
