/** The scene of a lab: each learner's own, or that of their group in a class hour, made of the drawing its revision has, with their flags in it. */
import type { LabContent } from '#src/contract/course/lab.schema.ts'
import type { OutlineSection } from '#src/contract/course/outline.schema.ts'
import { courseTextIn } from '#src/contract/course/texts.ts'
import { cut } from '#src/contract/lib/text.ts'
import { signed } from '#src/contract/notice/byline.ts'
import { sceneLimits } from '#src/contract/scene/node.ts'
import { SceneBody } from '#src/contract/scene/scene.schema.ts'
import type { SceneKind } from '#src/contract/scene/status.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Handler, type Platform } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import type { Drivers } from '#mock/world/scene/drivers.ts'
import { madeFlag } from '../../bank/flag/make.ts'
import { flagKeys } from '../../bank/flag/seal.ts'
import { classOfLab, keepOwnScene } from '../../classroom/labs.ts'
import { passGate, refuseMany } from '../../scene/capacity.ts'
import { chosenRunner } from '../../scene/drivers.ts'
import { makeScene } from '../../scene/make.ts'
import { cameTo, keepDoing } from '../learn/progress.ts'
import { courseTexts, type LearnedCourse } from '../learn/seen.ts'
import { labDrawing } from './content.ts'
import { labScene, madeFor, madeRule, openLab } from './open.ts'

export interface LabPlace {
  course: Pick<LearnedCourse, 'id' | 'data'>
  lesson: { id: string }
  section: Pick<OutlineSection, 'id' | 'revision' | 'title' | 'title_other'>
  content: Pick<LabContent, 'minutes'>
}
interface LabSceneFor {
  owner: string
  /** Whose lab it is. */
  people: readonly string[]
  kind: SceneKind
  minutes: number
  /** Whose flags lie in it, where they are not those of one learner. */
  flagOwner: string | null
  /** The class it waits for; empty: none. */
  flow: string
  language: 'en-US' | 'zh-CN' | undefined
  /** After its name. */
  called?: string
  by: { id: string; name: string }
}
/** @returns its id; undefined where the lab has no machines */
export async function makeLabScene(
  q: Queryable,
  platform: Platform,
  drivers: Drivers,
  { course, lesson, section }: LabPlace,
  o: LabSceneFor,
): Promise<string | undefined> {
  const drawn = await labDrawing(q, course.id, section)
  if (!drawn) return undefined
  const keys = await flagKeys(platform)
  const { name: called, language, translation } = courseTexts(course)
  const read = (own: string, other: string) => courseTextIn(own, other, language, o.language ?? '').text
  const name = [read(section.title, section.title_other), o.called, read(called, translation?.name ?? '')]
    .filter(Boolean)
    .join(' · ')
  const asked = SceneBody.parse({
    name: cut(name, sceneLimits.name.max).padEnd(sceneLimits.name.min, '·'),
    document: drawn.document,
    kind: o.kind,
    type: 'course',
    owner_id: o.owner,
    member_ids: o.people.filter((id) => id !== o.owner),
    minutes: o.minutes,
  })
  const flagOf = (flag: string) =>
    madeFlag(madeRule, madeFor(course.id, section.id, flag), o.flagOwner ?? o.owner, keys)
  const runner = await chosenRunner(platform, drivers, undefined)
  const scene = await makeScene(q, platform, asked, o.by, runner, flagOf, o.flow)
  await q.query(
    `insert into course_scene (scene_id, course_id, lesson_id, section_id, revision, user_id, at, flag_owner)
     select $1, $2, $3, $4, $5, u, $7, $8 from unnest($6::text[]) u`,
    [
      scene.id,
      course.id,
      lesson.id,
      section.id,
      section.revision,
      [...o.people],
      platform.now().toISOString(),
      o.flagOwner,
    ],
  )
  await publish(q, 'courses', { screens: ['course-monitor'] })
  return scene.id
}

/** With the class hour it ends at the latest. */
const minutesUntil = (until: string, most: number, now: Date): number =>
  Math.max(sceneLimits.minutes.min, Math.min(most, Math.ceil((Date.parse(until) - now.getTime()) / 60_000)))

export const startLabScene =
  (drivers: Drivers): Handler<'POST /learning/courses/:id/sections/:section/scene'> =>
  async (c) => {
    const { q, who, platform, params, audit } = c
    // whoever presses twice waits for themselves: the section is held
    const open = await openLab(c, params.id, params.section)
    const { course, lesson, section, content } = open
    const had = await labScene(q, course.id, section.id, who.id)
    if (had) {
      await cameTo(c, open)
      audit({ entity: 'course', id: course.id, again: true })
      return { scene_id: had }
    }
    const taught = await classOfLab(
      q,
      who.id,
      { course: course.id, lesson: lesson.id, section: section.id },
      platform.now(),
    )
    await passGate(q)
    await refuseMany(q, platform, who.id)
    const scene_id = await makeLabScene(q, platform, drivers, open, {
      owner: who.id,
      people: [who.id],
      kind: 'private',
      minutes: taught?.until ? minutesUntil(taught.until, content.minutes, platform.now()) : content.minutes,
      flagOwner: null,
      flow: taught?.class_id ?? '',
      language: who.language,
      // made by the platform: they own what runs and lead nothing
      by: { id: '', name: signed(who) },
    })
    if (scene_id === undefined) throw new Fail('not_allowed_in_state')
    if (taught?.hour_id) await keepOwnScene(q, taught.hour_id, who.id, scene_id, platform.now())
    // begun: the lesson stays open to them
    await keepDoing(c, open, { done: false })
    audit({ entity: 'course', id: course.id, details: { scene: scene_id } })
    return { scene_id }
  }
