/** What simulated services write into their logs: forms with places, by service and level. Invented, in the manner of such services. */
import type { ServiceLogLevel } from '#src/contract/operation/service.ts'

export type Simulated =
  | 'scheduler'
  | 'image-store'
  | 'hypervisor-agent'
  | 'console-proxy'
  | 'recorder'
  | 'collector'
  | 'traffic-engine'

/** `{n}` a number, `{id}` a short id, `{node}` a compute node, `{ms}` a time, `{mb}` a size, `{ip}` an address. */
export const forms: Readonly<Record<Simulated, Readonly<Record<ServiceLogLevel, readonly string[]>>>> = {
  scheduler: {
    info: [
      'queue looked at waiting={n} placed={n}',
      'scene {id} placed on {node} in {ms} ms',
      'lease of {node} renewed',
      'capacity {node} vcpu={n} free',
    ],
    warn: ['placement of scene {id} put off: no node has {n} vcpu free', 'heartbeat of {node} late by {ms} ms'],
    error: ['placement of scene {id} given up after {n} tries'],
  },
  'image-store': {
    info: [
      'GET image {id} {mb} MiB {ms} ms',
      'chunk {id} verified',
      'delta {id} merged into base, {mb} MiB freed',
      'replica of {id} on {node} complete',
    ],
    warn: ['slow read of {id}: {ms} ms', 'replica of {id} on {node} behind by {n} chunks'],
    error: ['checksum of chunk {id} differs, fetched again from {node}'],
  },
  'hypervisor-agent': {
    info: [
      'domain {id} started on {node} in {ms} ms',
      'domain {id} shut down',
      'bridge br-{n} attached to {id}',
      'snapshot of {id} {mb} MiB {ms} ms',
      'stats of {node} sent',
    ],
    warn: ['domain {id} steals {n} % of {node}', 'snapshot of {id} took {ms} ms'],
    error: ['domain {id} ended unexpectedly, signal {n}'],
  },
  'console-proxy': {
    info: [
      'session {id} opened from {ip}',
      'session {id} closed after {n} s',
      'websocket {id} resumed',
      'token for {id} used once and dropped',
    ],
    warn: ['session {id} idle for {n} min', 'slow client {ip}: {n} frames dropped'],
    error: ['target of session {id} refused the connection'],
  },
  recorder: {
    info: [
      'recording {id} segment {n} written {mb} MiB',
      'recording {id} closed',
      'screenshot of {id} kept',
      'index of {id} written in {ms} ms',
    ],
    warn: ['recording {id} behind by {ms} ms', 'segment {n} of {id} written late'],
    error: ['recording {id} lost segment {n}'],
  },
  collector: {
    info: [
      'batch of {n} events from {node} in {ms} ms',
      'probe {id} said hello from {ip}',
      'index rolled, {n} documents',
      'backlog {n} events',
    ],
    warn: ['probe {id} silent for {n} s', 'backlog {n} events grows'],
    error: ['batch from {node} refused: index is read-only'],
  },
  'traffic-engine': {
    info: [
      'flow {id} plays at {n} Mbit/s on {node}',
      'profile {id} loaded, {n} sessions',
      'capture {id} replayed {mb} MiB',
    ],
    warn: ['flow {id} under its rate by {n} %', 'port of {node} drops {n} packets'],
    error: ['flow {id} ended: interface of {node} is down'],
  },
}
