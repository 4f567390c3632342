-- The simulated outside. What a thing does now follows from these rows and the clock.

-- One row per change of the network. Whether it is on its way, done or taken back is worked out when it is read.
create table deployment (
  id text collate "C" primary key,
  seq integer not null unique,
  started_at timestamptz not null,
  started_by text collate "C" not null,
  -- addresses before and after
  before jsonb not null,
  after jsonb not null,
  -- [{ name, seconds }]
  steps jsonb not null,
  -- step at which the controller gives up; null when nothing goes wrong
  fails_at text
);

-- What is broken out there, until somebody takes the row away.
create table world_fault (
  kind text collate "C" not null,
  ref text collate "C" not null,
  since timestamptz not null,
  primary key (kind, ref)
);
