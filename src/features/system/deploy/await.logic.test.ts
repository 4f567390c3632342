import { describe, expect, test } from 'vitest'
import type { Deployment } from '../../../contract/system/network.schema.ts'
import { deploymentWaitOf, wayBack } from './await.logic.ts'

const network = { web_ip: '', mask: '', gateway: '', node_ip: '', component_ip: '', pool_start: '', pool_end: '' }
const deployment: Deployment = {
  id: 'd',
  state: 'running',
  steps: [],
  progress: 0.5,
  started_at: '2026-11-05T08:00:00.000Z',
  ends_at: '2026-11-05T08:00:20.000Z',
  by: 'Amy',
  from: network,
  to: network,
}
const now = new Date('2026-11-05T08:00:10.500Z')
const lost = { code: 'network', status: 0 }

describe('waiting for a deployment', () => {
  test('asks until there is an answer, also while nobody answers', () => {
    expect(deploymentWaitOf(undefined, undefined, now)).toEqual({ at: 'asking' })
    expect(deploymentWaitOf(undefined, lost, now)).toEqual({ at: 'asking' })
  })
  test('keeps what it knows while the server is away', () => {
    expect(deploymentWaitOf(deployment, lost, now)).toMatchObject({ at: 'working', away: true, left: 10 })
    expect(deploymentWaitOf(deployment, { code: 'busy', status: 503 }, now)).toMatchObject({
      at: 'working',
      away: true,
    })
  })
  test('is over when it is done or taken back', () => {
    expect(deploymentWaitOf({ ...deployment, state: 'done' }, undefined, now)).toMatchObject({
      at: 'done',
      away: false,
    })
    expect(deploymentWaitOf({ ...deployment, state: 'failed' }, undefined, now).at).toBe('failed')
    expect(deploymentWaitOf({ ...deployment, state: 'rolling_back' }, undefined, now).at).toBe('working')
    expect(deploymentWaitOf(null, undefined, now)).toEqual({ at: 'nothing' })
  })
  test('says so when the viewer may not look', () => {
    const problem = { code: 'no_operation_permission', status: 403 }
    expect(deploymentWaitOf(undefined, problem, now)).toEqual({ at: 'refused', code: problem.code })
  })
})

describe('the way back', () => {
  test('is where the viewer was', () => expect(wayBack('/admin/dashboard?x=1')).toBe('/admin/dashboard?x=1'))
  test.each([
    null,
    '',
    'https://evil.example/',
    '//evil.example',
    '/admin/deploy-await?back=/x',
    'javascript:alert(1)',
  ])('is the configuration for %j', (asked) => expect(wayBack(asked)).toBe('/admin/system/config?section=network'))
})
