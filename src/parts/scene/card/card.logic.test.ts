import { describe, expect, test } from 'vitest'
import { askedEvents, nextStatus, sceneStatuses, type SceneStatus } from '../../../contract/scene/status.ts'
import { actOf, buttonsOf, mayInvite, splitButtons } from './card.logic.ts'

const whole = (status: SceneStatus) => ({
  status,
  can: [...askedEvents.filter((e) => nextStatus(status, e) !== undefined), 'extend', 'console'],
})
const names = (status: SceneStatus) => buttonsOf(whole(status)).map((b) => b.act)

describe('buttons of a scene', () => {
  test.each<[SceneStatus, string]>([
    ['in-queue', 'close'],
    ['init', 'close'],
    ['creating', 'close'],
    ['start', 'close'],
    ['running', 'initiate pause stop reboot snapshot restore modify close'],
    ['ongoing', 'pause stop reboot snapshot restore modify close'],
    ['hang', 'recover stop close'],
    ['paused', 'recover stop close'],
    ['executing-event', 'close'],
    ['stop', 'close'],
    ['not-running', 'start restore modify close'],
    ['abnormal', 'retry stop close'],
    ['error', 'retry restore close'],
    ['failed', 'retry close'],
    ['complete', 'close'],
    ['deleting', 'retry'],
    ['deleted', ''],
  ])('%s: %s', (status, expected) => expect(names(status).join(' ')).toBe(expected))

  test('every button is a call the machine takes', () => {
    for (const status of sceneStatuses)
      for (const { command } of buttonsOf(whole(status)))
        expect(command === 'extend' || nextStatus(status, command), `${status} ${command}`).toBeTruthy()
  })

  test('what the server does not allow is not offered', () => {
    expect(buttonsOf({ status: 'running', can: ['stop', 'console'] }).map((b) => b.act)).toEqual(['stop'])
    expect(buttonsOf({ status: 'running', can: [] })).toEqual([])
  })

  test('what takes the power from under people is asked for first', () => {
    const asking = buttonsOf(whole('running')).filter((b) => b.asks === 'sure')
    expect(asking.map((b) => b.act)).toEqual(['stop', 'reboot', 'close'])
  })

  test('closing stands in the menu, and alone where it is all there is', () => {
    const running = splitButtons(buttonsOf(whole('running')), 3)
    expect(running.out.map((b) => b.act)).toEqual(['initiate', 'pause', 'stop'])
    expect(running.more.map((b) => b.act)).toEqual(['reboot', 'snapshot', 'restore', 'modify', 'close'])
    expect(splitButtons(buttonsOf(whole('in-queue')), 3)).toMatchObject({ out: [{ act: 'close' }], more: [] })
  })

  test('a refused command has the name of its button', () => {
    expect(['unpause', 'create', 'restart', 'delete', 'stop', 'extend'].map((c) => actOf(c as never))).toEqual([
      'recover',
      'retry',
      'retry',
      'close',
      'stop',
      'extend',
    ])
  })
})

test('a scene is shared by whoever leads it, and by its owner unless the platform made it for that one', () => {
  expect(mayInvite({ can: ['update', 'shadow'], created_by: '' })).toBe(true)
  expect(mayInvite({ can: ['update'], created_by: 'u' })).toBe(true)
  expect(mayInvite({ can: ['update'], created_by: '' })).toBe(false)
  expect(mayInvite({ can: ['console'], created_by: 'u' })).toBe(false)
})
