/** The scene of a lab: each learner's own, made of the drawing its revision has, with their flags in it. */
import { courseTextIn } from '#src/contract/course/texts.ts'
import { cut } from '#src/contract/lib/text.ts'
import { signed } from '#src/contract/notice/byline.ts'
import { sceneLimits } from '#src/contract/scene/node.ts'
import { SceneBody } from '#src/contract/scene/scene.schema.ts'
import { Fail, type Handler } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import type { Drivers } from '#mock/world/scene/drivers.ts'
import { madeFlag } from '../../bank/flag/make.ts'
import { flagKeys } from '../../bank/flag/seal.ts'
import { passGate, refuseMany } from '../../scene/capacity.ts'
import { chosenRunner } from '../../scene/drivers.ts'
import { makeScene } from '../../scene/make.ts'
import { cameTo, keepDoing } from '../learn/progress.ts'
import { courseTexts } from '../learn/seen.ts'
import { labDrawing } from './content.ts'
import { labScene, madeFor, madeRule, openLab } from './open.ts'

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
    const drawn = await labDrawing(q, course.id, section)
    if (!drawn) throw new Fail('not_allowed_in_state')
    await passGate(q)
    await refuseMany(q, platform, who.id)
    const keys = await flagKeys(platform)
    const { name: called, language, translation } = courseTexts(course)
    const read = (own: string, other: string) => courseTextIn(own, other, language, who.language ?? '').text
    const name = `${read(section.title, section.title_other)} · ${read(called, translation?.name ?? '')}`
    const asked = SceneBody.parse({
      name: cut(name, sceneLimits.name.max).padEnd(sceneLimits.name.min, '·'),
      document: drawn.document,
      kind: 'private',
      type: 'course',
      owner_id: who.id,
      minutes: content.minutes,
    })
    // made by the platform: they own what runs and lead nothing
    const by = { id: '', name: signed(who) }
    const flagOf = (flag: string) => madeFlag(madeRule, madeFor(course.id, section.id, flag), who.id, keys)
    const scene = await makeScene(q, platform, asked, by, await chosenRunner(platform, drivers, undefined), flagOf)
    await q.query(
      `insert into course_scene (scene_id, course_id, lesson_id, section_id, revision, user_id, at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [scene.id, course.id, lesson.id, section.id, section.revision, who.id, platform.now().toISOString()],
    )
    await publish(q, 'courses', { screens: ['course-monitor'] })
    // begun: the lesson stays open to them
    await keepDoing(c, open, { done: false })
    audit({ entity: 'course', id: course.id, details: { scene: scene.id } })
    return { scene_id: scene.id }
  }
