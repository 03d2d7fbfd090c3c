/** The labels of organizations. Conversations and contacts have labels by name, in an array. */
const labels = [
  `create table labels (
    organization_id uuid not null references organizations on delete cascade,
    id uuid not null,
    name text not null,
    color text not null,
    created_at timestamptz not null,
    primary key (organization_id, id),
    unique (organization_id, name)
  )`
]

/** A member who leaves the organization leaves its teams, by the foreign key. */
const teams = [
  `create table teams (
    organization_id uuid not null references organizations on delete cascade,
    id uuid not null,
    name text not null,
    assignment_policy text,
    created_at timestamptz not null,
    primary key (organization_id, id)
  )`,
  `create table team_members (
    organization_id uuid not null,
    team_id uuid not null,
    user_id uuid not null,
    primary key (organization_id, team_id, user_id),
    constraint team_members_team foreign key (organization_id, team_id)
      references teams (organization_id, id) on delete cascade,
    constraint team_members_member foreign key (organization_id, user_id)
      references memberships (organization_id, user_id) on delete cascade
  )`,
  `create index team_members_user on team_members (organization_id, user_id)`
]

/** `folded` is the shortcut in the form of `shortcutPrefix`. `collate "C"` lets the index find prefixes. */
const savedReplies = [
  `create table saved_replies (
    organization_id uuid not null references organizations on delete cascade,
    id uuid not null,
    owner_id uuid,
    shortcut text not null,
    folded text collate "C" not null,
    text text not null,
    language text,
    media_id uuid,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (organization_id, id),
    unique nulls not distinct (organization_id, owner_id, shortcut, language),
    constraint saved_replies_owner foreign key (organization_id, owner_id)
      references memberships (organization_id, user_id) on delete cascade
  )`,
  `create index saved_replies_shortcut on saved_replies (organization_id, owner_id, folded)`
]

/** Labels, teams and saved replies. Conversations refer to teams. */
export const labelTables: ReadonlyArray<string> = [...labels, ...teams, ...savedReplies]
