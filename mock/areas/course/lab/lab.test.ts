/** Labs as their learners work in them, on a whole server with simulated machines. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { authorise, publishCourse } from '#tests/support/course.ts'
import { canary, drawTopology, labContent, labNetwork, layLab, layTopology, section } from '#tests/support/lab.ts'
import { lan, node, until } from '#tests/support/scene.ts'
import { type As, testServer, type TestServer, userId } from '#tests/contract/support/server.ts'

let s: TestServer
let topology = ''
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  topology = await layTopology(s)
})
afterAll(() => s.close())
// a minute has its own wrong flags, and nobody more scenes than at once
beforeEach(async () => {
  s.clock.advance(61)
  await s.db.query(`update scene set status = 'deleted', held = null`)
})

const at = (id: string) => ({ params: { id, section } })
const join = (id: string, as: As = 'student') =>
  s.ok('POST /learning/courses/:id/join', { params: { id }, body: {} }, as)
const start = (id: string, as: As = 'student') =>
  s.call('POST /learning/courses/:id/sections/:section/scene', { ...at(id), body: {} }, as)
const flag = (id: string, step: string, text: string, as: As = 'student') =>
  s.call('POST /learning/courses/:id/sections/:section/flags', { ...at(id), body: { step, text } }, as)
const check = (id: string, step?: string, as: As = 'student') =>
  s.call('POST /learning/courses/:id/sections/:section/checks', { ...at(id), body: step ? { step } : {} }, as)
const hint = (id: string, n: number, as: As = 'student') =>
  s.call('POST /learning/courses/:id/sections/:section/hints', { ...at(id), body: { step: 'text', n } }, as)
const tick = (id: string, done: boolean, as: As = 'student') =>
  s.call('POST /learning/courses/:id/sections/:section/ticks', { ...at(id), body: { step: 'own', done } }, as)
async function look(id: string, as: As = 'student') {
  const lesson = await s.ok('GET /learning/courses/:id/lessons/:lesson', { params: { id, lesson: 'l1' } }, as)
  const [one] = lesson.sections
  if (one?.content.kind !== 'lab') throw new Error('no lab')
  return { ...one, content: one.content }
}
const passed = async (id: string, as: As = 'student') =>
  (await look(id, as)).content.steps.filter((x) => x.passed_at !== null).map((x) => x.id)
const flagOf = async (scene: string) =>
  (await s.db.query<{ flags: Record<string, string> }>('select flags from scene where id = $1', [scene])).rows[0]
    ?.flags['f1'] ?? ''

describe('a lab', () => {
  it('tells its learner nothing of what is right, of hints not taken, or of how a node is looked at', async () => {
    const id = await layLab(s, labContent(topology))
    await join(id)
    const said = async () => [
      (await s.call('GET /learning/courses/:id/lessons/:lesson', { params: { id, lesson: 'l1' } }, 'student')).raw.body,
      (await s.call('GET /learning/courses/:id', { params: { id } }, 'student')).raw.body,
      (await start(id)).raw.body,
      (await check(id)).raw.body,
      (await flag(id, 'text', 'no')).raw.body,
      (await s.call('GET /scenes', {}, 'student')).raw.body,
    ]
    for (const text of await said()) expect(text).not.toContain('CANARY-LAB')
    const scene = (await look(id)).content.scene_id ?? ''
    await until(s, scene, ['running'])
    const shown = (await s.call('GET /scenes/:id', { params: { id: scene } }, 'student')).raw.body
    expect(shown).not.toContain(await flagOf(scene))
    // its author reads them, and they are not in the table as they are written
    const own = await s.ok('GET /courses/:id/sections/:section', at(id), 'super')
    expect(JSON.stringify(own)).toContain(canary.flag)
    const { rows } = await s.db.query('select content from course_content where course_id = $1', [id])
    expect(JSON.stringify(rows)).not.toContain(canary.flag)
    expect((await s.call('GET /courses/:id/sections/:section', at(id), 'student')).status).not.toBe(200)
    expect((await s.call('GET /courses/:id/sections/:section/drawing', at(id), 'student')).status).not.toBe(200)
  })

  it('is open to whoever learns in the course, and to nobody else', async () => {
    const id = await layLab(s, labContent(topology))
    expect([
      (await start(id)).problem?.code,
      (await check(id)).problem?.code,
      (await flag(id, 'text', 'x')).problem?.code,
    ]).toEqual(['join_first', 'join_first', 'join_first'])
    await join(id)
    await authorise(s, id, { users: [userId('second-student')] })
    expect([(await start(id)).problem?.code, (await hint(id, 0)).problem?.code]).toEqual([
      'not_authorized_yet',
      'not_authorized_yet',
    ])
  })

  it('has one scene for each learner, with a flag of their own that stays right when the scene is gone', async () => {
    const id = await layLab(s, labContent(topology))
    await join(id)
    await join(id, 'second-student')
    const first = (await start(id)).body.scene_id
    expect((await start(id)).body.scene_id).toBe(first)
    const other = (await start(id, 'second-student')).body.scene_id
    const [mine, theirs] = [await flagOf(first), await flagOf(other)]
    expect(mine).toMatch(/^flag\{\w+\}$/)
    expect(theirs).not.toBe(mine)
    const { rows } = await s.db.query('select type, kind, owner_id, minutes from scene where id = $1', [first])
    expect(rows).toEqual([{ type: 'course', kind: 'private', owner_id: userId('student'), minutes: 60 }])
    // what was made for somebody else is wrong
    expect((await flag(id, 'made', theirs)).body.right).toBe(false)
    await s.ok('POST /scenes/:id/close', { params: { id: first }, body: {} }, 'student')
    await until(s, first, ['deleted'])
    expect((await look(id)).content.scene_id).toBeNull()
    expect((await flag(id, 'made', mine)).body.right).toBe(true)
    const second = (await start(id)).body.scene_id
    expect(second).not.toBe(first)
    expect(await flagOf(second)).toBe(mine)
    expect(await passed(id)).toEqual(['made'])
  })

  it('is passed step by step, by what its learner does on its nodes, and is done then; done stays done', async () => {
    const id = await layLab(s, labContent(topology))
    await join(id)
    expect((await check(id)).body.open).toEqual([{ step: 'state', why: 'no_scene' }])
    const scene = (await start(id)).body.scene_id
    expect((await check(id)).body.open).toEqual([{ step: 'state', why: 'node_off' }])
    await until(s, scene, ['running'])
    expect((await check(id, 'state')).body.open).toEqual([{ step: 'state', why: 'not_yet' }])
    await s.db.query(
      `insert into sim_file (scene, node, path, kind, mode, owner, size, body, gone, changed_at)
       values ($1, 'desk', '/tmp/CANARY-LAB-command', 'file', 420, 'root', 0, '', false, now())`,
      [scene],
    )
    expect((await check(id)).body).toMatchObject({ passed: ['state'], open: [], completed: false })
    expect((await check(id)).body).toMatchObject({ passed: [], open: [] })
    expect((await flag(id, 'text', ' canary-lab FLAG ')).body).toMatchObject({ right: true, completed: false })
    const last = await flag(id, 'made', await flagOf(scene))
    expect(last.body).toMatchObject({ right: true, completed: true })
    const shown = await look(id)
    expect([shown.done_at !== null, shown.best, shown.content.points, shown.content.score]).toEqual([true, 1, 60, 60])
    await s.db.query('delete from sim_file where scene = $1', [scene])
    expect((await check(id)).body.open).toEqual([])
    expect((await look(id)).done_at).not.toBeNull()
  })

  it('a look at a node leaves nothing on it', async () => {
    const steps = [
      {
        id: 'state',
        title: 'x',
        check: { kind: 'state' as const, node: 'desk', command: 'touch /tmp/left; test -e /tmp/left' },
        points: 1,
      },
      {
        id: 'two',
        title: 'y',
        check: { kind: 'state' as const, node: 'desk', command: 'test -e /tmp/left' },
        points: 1,
      },
    ]
    const id = await layLab(s, labContent(topology, { steps }))
    await join(id)
    await until(s, (await start(id)).body.scene_id, ['running'])
    expect((await check(id)).body).toMatchObject({ passed: ['state'], open: [{ step: 'two', why: 'not_yet' }] })
  })

  it('a node without such a shell, or that is asked something without an end, passes nobody', async () => {
    const router = await layTopology(s, lan(node('desk', 'machine', { console: 'everybody' }), node('edge', 'router')))
    const ask = (id: string, at: string, command: string) => ({
      id,
      title: id,
      check: { kind: 'state' as const, node: at, command },
      points: 1,
    })
    const steps = [
      ask('router', 'edge', 'true'),
      ask('gone', 'nowhere', 'true'),
      ask('endless', 'desk', 'while true; do :; done'),
    ]
    const id = await layLab(s, labContent(router, { steps }))
    await join(id)
    await until(s, (await start(id)).body.scene_id, ['running'])
    const { body } = await check(id)
    expect(body.passed).toEqual([])
    expect(body.open.map((o) => o.step)).toEqual(['router', 'gone', 'endless'])
    expect(body.open.slice(0, 2).map((o) => o.why)).toEqual(['unavailable', 'node_off'])
  }, 60_000)
})

describe('wrong flags', () => {
  it('are as many in a minute as in practice, and one that is right afterwards is not looked at', async () => {
    const id = await layLab(s, labContent(topology))
    await join(id)
    const codes: unknown[] = []
    for (let n = 0; n < 10; n++) codes.push((await flag(id, 'text', `no ${n}`)).body.right)
    expect(codes).toEqual(Array.from({ length: 10 }, () => false))
    const more = await flag(id, 'text', canary.flag)
    expect([more.status, more.problem?.code]).toEqual([429, 'too_many'])
    expect(await passed(id)).toEqual([])
    s.clock.advance(61)
    expect((await flag(id, 'text', canary.flag)).body.right).toBe(true)
  })

  it('are not counted where nothing is asked: a blank one, one of a step without a flag, one that is passed', async () => {
    const id = await layLab(s, labContent(topology))
    await join(id)
    expect((await flag(id, 'text', '  ')).problem?.code).toBe('answer_blank')
    expect((await flag(id, 'state', 'x')).problem?.code).toBe('not_allowed_in_state')
    expect((await flag(id, 'nowhere', 'x')).problem?.code).toBe('validation')
    await flag(id, 'text', canary.flag)
    expect((await flag(id, 'text', 'anything')).body).toMatchObject({ right: true, left: 10 })
  })
})

describe('hints', () => {
  it('are told in their order, each paid once, and nothing after the step is passed', async () => {
    const id = await layLab(s, labContent(topology))
    await join(id)
    expect((await hint(id, 1)).problem?.code).toBe('not_allowed_in_state')
    expect((await hint(id, 0)).body).toEqual({ text: canary.hint, text_other: canary.other, cost: 4 })
    await hint(id, 0)
    const { content } = await look(id)
    expect(content.steps[0]?.hints.map((h) => h.text)).toEqual([canary.hint, null])
    await flag(id, 'text', canary.flag)
    expect((await look(id)).content.points).toBe(6)
    await hint(id, 1)
    expect((await look(id)).content.points).toBe(6)
    expect((await hint(id, 2)).problem?.code).toBe('not_allowed_in_state')
  })
})

describe('what nobody checks', () => {
  it('is ticked off and on, earns nothing and keeps no lab from being done', async () => {
    const id = await layLab(
      s,
      labContent(null, { steps: [labContent(null).steps[0], labContent(null).steps[3]] as never }),
    )
    await join(id)
    await tick(id, true)
    expect(await passed(id)).toEqual(['own'])
    await tick(id, false)
    expect(await passed(id)).toEqual([])
    expect((await flag(id, 'text', canary.flag)).body.completed).toBe(true)
  })

  it('no learner says that a lab with checks is done', async () => {
    const id = await layLab(s, labContent(topology))
    await join(id)
    const say = () =>
      s.call('POST /learning/courses/:id/sections/:section/done', { ...at(id), body: { revision: 1 } }, 'student')
    expect((await say()).problem?.code).toBe('not_allowed_in_state')
    const own = await layLab(s, labContent(topology), { rule: 'ticked' })
    await join(own)
    const said = await s.call(
      'POST /learning/courses/:id/sections/:section/done',
      { ...at(own), body: { revision: 1 } },
      'student',
    )
    expect(said.body.completed).toBe(true)
  })
})

describe('the drawing of a lab', () => {
  const nodesOf = async (scene: string) =>
    (
      await s.db.query<{ node_id: string }>('select node_id from scene_node where scene_id = $1 order by 1', [scene])
    ).rows.map((r) => r.node_id)
  it('stays as it was written, whatever becomes of the topology, until its author takes the newer one', async () => {
    const drawn = await layTopology(s)
    const id = await layLab(s, labContent(drawn))
    const { version } = await s.ok('GET /topologies/:id/document', { params: { id: drawn } }, 'super')
    await drawTopology(
      s,
      drawn,
      lan(...labNetwork().nodes.filter((n) => n.kind !== 'switch'), node('new', 'container')),
      version,
    )
    const seen = await s.ok('GET /courses/:id/sections/:section/drawing', at(id), 'super')
    expect(seen.current).toBeGreaterThan(seen.version)
    expect(seen.nodes.map((n) => n.id)).toEqual(expect.arrayContaining(['desk', 'web']))
    expect(seen.flags).toEqual([{ id: 'f1', name: 'Root', node: 'web', path: '/root/flag.txt' }])
    await join(id)
    expect(await nodesOf((await start(id)).body.scene_id)).not.toContain('new')

    const own = await s.ok('GET /courses/:id/sections/:section', at(id), 'super')
    if (own.content.kind !== 'lab') throw new Error('no lab')
    const saved = await s.ok(
      'PUT /courses/:id/sections/:section',
      { ...at(id), body: { content: { ...own.content, topology_version: seen.current }, version: own.version } },
      'super',
    )
    expect(saved.revision).toBe(2)
    // another word of it takes no other drawing
    const more = await layTopology(s)
    const two = await layLab(s, labContent(more))
    const first = await s.ok('GET /courses/:id/sections/:section', at(two), 'super')
    const drawnNow = await s.ok('GET /topologies/:id/document', { params: { id: more } }, 'super')
    await drawTopology(s, more, lan(node('desk', 'machine', { console: 'everybody' })), drawnNow.version)
    const worded = { ...first.content, minutes: 90 } as typeof first.content
    await s.ok(
      'PUT /courses/:id/sections/:section',
      { ...at(two), body: { content: worded, version: first.version } },
      'super',
    )
    const kept = await s.ok('GET /courses/:id/sections/:section/drawing', at(two), 'super')
    expect(kept.nodes.map((n) => n.id)).toContain('web')
    await join(id, 'second-student')
    expect(await nodesOf((await start(id, 'second-student')).body.scene_id)).not.toContain('new')
    await publishCourse(s, id)
    await s.ok(
      'POST /scenes/:id/close',
      { params: { id: (await look(id)).content.scene_id ?? '' }, body: {} },
      'student',
    )
    expect(await nodesOf((await start(id)).body.scene_id)).toContain('new')
  })

  it('goes with a copy of the course, and a topology that is not shared with its author is none', async () => {
    const id = await layLab(s, labContent(topology))
    const copy = await s.ok('POST /courses/:id/copy', { params: { id } }, 'super')
    expect((await s.ok('GET /courses/:id/sections/:section/drawing', at(copy.id), 'super')).topology_id).toBe(topology)
    const own = await s.ok('GET /courses/:id/sections/:section', at(copy.id), 'super')
    const body = { content: { ...own.content, topology_id: 'nobody-has-this' } as never, version: own.version }
    const refused = await s.call('PUT /courses/:id/sections/:section', { ...at(copy.id), body }, 'super')
    expect(refused.problem?.details).toMatchObject({
      fields: [{ path: 'content.topology_id', rule: 'unknown_reference' }],
    })
  })
})

describe('a scene of a lab', () => {
  it('ends with the right to learn: the audience is taken back, the course left or archived', async () => {
    const running = async () => {
      const id = await layLab(s, labContent(topology))
      await join(id)
      const scene = (await start(id)).body.scene_id
      await until(s, scene, ['running'])
      const console = () =>
        s.call(
          'POST /scenes/:id/console',
          { params: { id: scene }, body: { node: 'desk', kind: 'terminal' } },
          'student',
        )
      expect((await console()).status).toBe(200)
      return { id, scene, console }
    }
    const versionOf = async (id: string) => (await s.ok('GET /courses/:id', { params: { id } }, 'super')).version
    const told = async () =>
      (
        await s.db.query<{ n: number }>(
          `select count(*)::integer as n from message where user_id = $1 and kind = 'lab_ended'`,
          [userId('student')],
        )
      ).rows[0]?.n
    const nobody = { all: false, orgs: [], roles: [], users: [], teams: [] }
    const takings: ((id: string) => Promise<unknown>)[] = [
      async (id) =>
        s.ok(
          'PUT /courses/:id/audience',
          { params: { id }, body: { ...nobody, version: await versionOf(id) } as never },
          'super',
        ),
      async (id) => s.ok('POST /learning/courses/:id/leave', { params: { id }, body: {} }, 'student'),
      async (id) => {
        await s.ok(
          'POST /courses/:id/hide',
          { params: { id }, body: { version: await versionOf(id) } as never },
          'super',
        )
        await s.ok(
          'POST /courses/:id/archive',
          { params: { id }, body: { version: await versionOf(id) } as never },
          'super',
        )
      },
    ]
    for (const [n, take] of takings.entries()) {
      const { id, scene, console } = await running()
      await take(id)
      await until(s, scene, ['complete', 'deleting', 'deleted'])
      expect((await console()).status).not.toBe(200)
      expect((await s.call('POST /scenes/:id/extend', { params: { id: scene }, body: {} }, 'student')).status).not.toBe(
        200,
      )
      expect(await told()).toBe(n + 1)
    }
  })
  it('is put off by its learner as often as the settings say, and counts among the scenes they may have at once', async () => {
    const id = await layLab(s, labContent(topology))
    await join(id)
    const scene = (await start(id)).body.scene_id
    await until(s, scene, ['running'])
    const extend = () => s.call('POST /scenes/:id/extend', { params: { id: scene }, body: {} }, 'student')
    const most = (await s.ok('GET /scenes/:id', { params: { id: scene } }, 'student')).extensions.most
    for (let n = 0; n < most; n++) expect((await extend()).status).toBe(200)
    expect((await extend()).problem?.code).toBe('extensions_used_up')
    const { scene_most } = (await s.ok('GET /config/scenes', {}, 'super')) as unknown as { scene_most: number }
    const codes: unknown[] = []
    for (let n = 0; n < scene_most; n++) {
      const other = await layLab(s, labContent(topology))
      await join(other)
      codes.push((await start(other)).problem?.code)
    }
    expect(codes).toEqual([...Array.from({ length: scene_most - 1 }), 'scenes_at_once'])
  })
})
