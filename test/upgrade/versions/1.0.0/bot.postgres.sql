create table if not exists "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);
create table if not exists "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);
insert into "kysely_migration_lock" ("id", "is_locked") values ('migration_lock', 0);
create table "lane" ("lane" text primary key, "kind" text not null, "pending" bigint not null, "run_at" bigint not null, "lease_until" bigint not null, "token" bigint not null, "attempts" bigint not null, "parked" text);
create table "job" ("seq" bigserial primary key, "lane" text not null, "kind" text not null, "unique_key" text, "payload" text not null, "state" text not null, "run_at" bigint not null, "created_at" bigint not null, "settled_at" bigint, "attempts" bigint not null, "last_error" text);
create index lane_due on lane (kind, run_at) where pending > 0 and parked is null;
create index job_waiting on job (lane, seq) where state = 'waiting';
create index job_open on job (kind, state, created_at) where state <> 'done';
create unique index job_unique on job (kind, unique_key) where unique_key is not null;
insert into "kysely_migration" ("name", "timestamp") values ('0001-lanes', '2026-11-22T18:22:45.281Z');
create index job_done on job (settled_at) where state = 'done';
insert into "kysely_migration" ("name", "timestamp") values ('0002-lanes-done', '2026-11-22T18:22:45.282Z');
alter table "lane" add column "waits_since" bigint default 0 not null;
insert into "kysely_migration" ("name", "timestamp") values ('0003-lanes-waits', '2026-11-22T18:22:45.284Z');
alter table "lane" add column "installation_id" bigint default 0 not null;
alter table "job" add column "installation_id" bigint default 0 not null;
update lane set lane = '0:' || lane;
update job set lane = '0:' || lane;
drop index lane_due;
create index lane_due on lane (kind, installation_id, run_at) where pending > 0 and parked is null;
drop index job_unique;
create unique index job_unique on job (kind, unique_key, installation_id) where unique_key is not null;
insert into "kysely_migration" ("name", "timestamp") values ('0004-lanes-installation', '2026-11-22T18:22:45.288Z');
set local onboarding.installation = '*';
create table inbox (id bigserial primary key, dedupe_key text not null unique, event_name text not null,
        object_uuid text, project_uuid text, body text not null, received_at bigint not null, state text not null,
        outcome text, handled_at bigint);
create index inbox_state on inbox (state, id);
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-1-inbox', '2026-11-22T18:22:45.291Z');
set local onboarding.installation = '*';
create table subscription (channel text not null, scope text not null, target text not null,
        label text not null, events text not null, created_by text not null, created_at bigint not null,
        paused_at bigint, paused_reason text,
        constraint subscription_key primary key (channel, scope, target));
create index subscription_target on subscription (scope, target);
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-2-subscription', '2026-11-22T18:22:45.295Z');
set local onboarding.installation = '*';
create table known_project (uuid text primary key, name text not null, account_name text,
        internal_url text, portal_url text, seen_at bigint not null);
create table known_task (uuid text primary key, project_uuid text not null, name text not null,
        is_internal integer, deleted_at bigint, seen_at bigint not null);
create index known_task_project on known_task (project_uuid);
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-3-known', '2026-11-22T18:22:45.299Z');
set local onboarding.installation = '*';
create table delivery (id bigserial primary key, uuid text not null unique, channel text not null,
        kind text not null, object_uuid text not null, op text not null, on_kind text, on_uuid text,
        facts text not null, inbox_id bigint, state text not null, attempted_at bigint, ts text, error text,
        created_at bigint not null, settled_at bigint,
        constraint delivery_once unique (channel, kind, object_uuid));
create index delivery_object on delivery (kind, object_uuid);
create index delivery_message on delivery (channel, ts);
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-4-delivery', '2026-11-22T18:22:45.304Z');
set local onboarding.installation = '*';
create table reply (id bigserial primary key, source text not null unique, channel text not null,
        ts text, thread_ts text, user_id text not null, task_uuid text not null, text text not null,
        files text not null default '[]', state text not null, error text, request_id text,
        created_at bigint not null, settled_at bigint);
create table reply_comment (reply_id bigint not null, part integer not null, task_uuid text not null,
        body text not null, state text not null, attempted_at bigint, comment_uuid text,
        constraint reply_comment_key primary key (reply_id, part));
create index reply_comment_uuid on reply_comment (comment_uuid);
create index reply_comment_task on reply_comment (task_uuid, state);
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-5-reply', '2026-11-22T18:22:45.310Z');
set local onboarding.installation = '*';
create table setting (key text primary key, value text not null);
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-6-setting', '2026-11-22T18:22:45.312Z');
set local onboarding.installation = '*';
create table known_module (uuid text primary key, project_uuid text not null, progress integer not null);
create index delivery_target on delivery (channel, on_uuid);
create index delivery_recent on delivery (channel, created_at);
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-7-burst', '2026-11-22T18:22:45.315Z');
set local onboarding.installation = '*';
create table project_request (id bigserial primary key, source text not null unique,
        user_id text not null, project_name text not null, form text not null, state text not null,
        lane text not null, external_id text not null, tries integer not null, project_uuid text, error text,
        request_id text, attempted_at bigint, created_at bigint not null, settled_at bigint);
create index project_request_project on project_request (project_uuid);
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-8-project-request', '2026-11-22T18:22:45.318Z');
set local onboarding.installation = '*';
alter table subscription add column shared_when_made bigint not null default 0;
alter table subscription add column confirmed_at bigint not null default 0;
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-9-audience', '2026-11-22T18:22:45.321Z');
set local onboarding.installation = '*';
create table channel_setting (channel text primary key, settings text not null, changed_by text not null,
        changed_at bigint not null);
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-a-channel-setting', '2026-11-22T18:22:45.324Z');
set local onboarding.installation = '*';
create table channel_filter (channel text primary key, filters text not null, changed_by text not null,
        changed_at bigint not null);
create table channel_mute (channel text primary key, muted_until bigint, muted_by text not null,
        muted_at bigint not null);
create table module_name (project_uuid text not null, name text not null, seen_at bigint not null,
        constraint module_name_key primary key (project_uuid, name));
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-c1-channel-filter', '2026-11-22T18:22:45.329Z');
set local onboarding.installation = '*';
alter table subscription add column account_id text;
alter table subscription add column account_lost_at bigint;
alter table known_project add column account_id text;
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-c2-account', '2026-11-22T18:22:45.331Z');
set local onboarding.installation = '*';
create table home_viewer (user_id text primary key, opened_at bigint not null);
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-c3-home-viewer', '2026-11-22T18:22:45.333Z');
set local onboarding.installation = '*';
alter table known_task add column module_name text;
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-c4-task-module', '2026-11-22T18:22:45.335Z');
set local onboarding.installation = '*';
create table held_post (id bigserial primary key, delivery_id bigint not null unique,
        channel text not null, released integer not null, held_at bigint not null);
create index held_post_channel on held_post (channel, id);
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-d-1-held-post', '2026-11-22T18:22:45.339Z');
set local onboarding.installation = '*';
create table task_state (uuid text primary key, project_uuid text not null, completed integer not null,
        done_at bigint, due_date text, assignee_name text, assigned_at bigint, seen_at bigint not null);
create index task_state_project on task_state (project_uuid);
create table comment_state (uuid text primary key, task_uuid text not null, project_uuid text not null,
        by_customer integer not null, at bigint not null, seen_at bigint not null);
create index comment_state_task on comment_state (task_uuid, at);
create index comment_state_project on comment_state (project_uuid, seen_at);
create table project_state (uuid text primary key, next_task_uuid text, last_event text, last_by text,
        last_at bigint);
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-d-2-digest', '2026-11-22T18:22:45.350Z');
set local onboarding.installation = '*';
create table channel_digest (channel text primary key, since bigint not null);
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-d-3-channel-digest', '2026-11-22T18:22:45.352Z');
set local onboarding.installation = '*';
create table live_card (channel text not null, project_uuid text not null, pinned_by text not null,
        pinned_at bigint not null, shared_when_made integer not null, shown text,
        constraint live_card_key primary key (channel, project_uuid));
create index live_card_project on live_card (project_uuid);
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-d-4-live-card', '2026-11-22T18:22:45.355Z');
set local onboarding.installation = '*';
create table person_link (tracker_uuid text primary key, slack_user text, set_by text not null,
        set_at bigint not null);
create index person_link_slack on person_link (slack_user);
create table receipt (channel text not null, thread_ts text not null, user_id text not null,
        readers text not null, told_at bigint not null,
        constraint receipt_key primary key (channel, thread_ts, user_id));
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-f1-people', '2026-11-22T18:22:45.360Z');
set local onboarding.installation = '*';
create index inbox_handled on inbox (handled_at);
create index reply_settled on reply (settled_at);
create index delivery_settled on delivery (settled_at);
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-f2-retention', '2026-11-22T18:22:45.362Z');
set local onboarding.installation = '*';
create index inbox_project on inbox (project_uuid, id);
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-f3-inbox-project', '2026-11-22T18:22:45.363Z');
set local onboarding.installation = '*';
create table known_comment (uuid text primary key, task_uuid text not null, author_name text not null,
        text text not null, replied_to_uuid text, created_at bigint not null, edited_at bigint, deleted_at bigint);
create index known_comment_task on known_comment (task_uuid, created_at);
create index reply_task on reply (task_uuid, created_at);
create table work_object_view (user_id text not null, ref text not null, channel text not null,
        seen_at bigint not null, constraint work_object_view_key primary key (user_id, ref));
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-21-bot-work-objects', '2026-11-22T18:22:45.370Z');
set local onboarding.installation = '*';
create table known_project_merged (uuid text primary key, name text, account_name text, account_id text, internal_url text,
  portal_url text, next_task_uuid text, last_event text, last_by text, last_at bigint);
insert into known_project_merged select coalesce(known.uuid, state.uuid), name, account_name, account_id, internal_url, portal_url, next_task_uuid, last_event, last_by, last_at
    from known_project known full join project_state state on state.uuid = known.uuid;
drop table known_project;
drop table project_state;
alter table known_project_merged rename to known_project;
create table known_task_merged (uuid text primary key, project_uuid text not null, name text, is_internal integer, module_name text,
  deleted_at bigint, completed integer, done_at bigint, due_date text, assignee_name text, assigned_at bigint,
  seen_at bigint not null);
insert into known_task_merged select coalesce(known.uuid, state.uuid), coalesce(known.project_uuid, state.project_uuid), name, is_internal, module_name, deleted_at, completed,
        done_at, due_date, assignee_name, assigned_at, coalesce(known.seen_at, state.seen_at)
    from known_task known full join task_state state on state.uuid = known.uuid;
drop table known_task;
drop table task_state;
alter table known_task_merged rename to known_task;
create index known_task_project on known_task (project_uuid);
create table known_comment_merged (uuid text primary key, task_uuid text not null, author_name text, text text, replied_to_uuid text,
  created_at bigint not null, edited_at bigint, deleted_at bigint, project_uuid text, by_customer integer,
  heard_at bigint);
insert into known_comment_merged select coalesce(known.uuid, state.uuid), coalesce(known.task_uuid, state.task_uuid), author_name, text, replied_to_uuid,
        coalesce(known.created_at, state.at), edited_at, deleted_at, state.project_uuid, by_customer, state.seen_at
    from known_comment known full join comment_state state on state.uuid = known.uuid;
drop table known_comment;
drop table comment_state;
alter table known_comment_merged rename to known_comment;
create index known_comment_task on known_comment (task_uuid, created_at);
create index known_comment_project on known_comment (project_uuid, heard_at);
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-22-bot-1-one-table-a-noun', '2026-11-22T18:22:45.383Z');
set local onboarding.installation = '*';
drop table channel_filter;
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-22-bot-2-one-channel-setting', '2026-11-22T18:22:45.386Z');
set local onboarding.installation = '*';
create table connection (id bigserial primary key, base_url text, api_key text, integration_uuid text, api_user_uuid text,
      hook_secret text, hook_secret_hash text unique, created_by text, created_at bigint, state text not null,
      checked_at bigint, problem text);
create table installation (id bigserial primary key, enterprise_id text not null, team_id text not null, team_name text not null,
      is_org integer not null, app_id text, bot_user_id text, bot_id text, bot_token text, refresh_token text,
      token_ends_at bigint, token_version bigint not null, refresh_until bigint not null, token_problem text,
      token_problem_since bigint, scopes text not null, installed_by text, installed_at bigint, state text not null,
      state_at bigint not null, reason text, connection_id bigint,
      constraint installation_place unique (enterprise_id, team_id));
create index installation_team on installation (team_id);
create index installation_connection on installation (connection_id);
create index installation_ends on installation (token_ends_at);
create table oauth_state (state_hash text primary key, browser_hash text not null, created_at bigint not null);
create index oauth_state_created on oauth_state (created_at);
insert into connection (id, state) values (1, 'untried');
insert into installation (id, enterprise_id, team_id, team_name, is_org, token_version, refresh_until, scopes,
      state, state_at, connection_id) values (1, '', '', '', 0, 0, 0, '[]', 'active', 0, 1);
select setval(pg_get_serial_sequence('connection', 'id'), 1);
select setval(pg_get_serial_sequence('installation', 'id'), 1);
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-22-bot-4-installations', '2026-11-22T18:22:45.398Z');
set local onboarding.installation = '*';
create table hook_secret (target text not null, event text not null, secret text not null,
        kept_until bigint, constraint hook_secret_key primary key (target, event, secret));
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-22-bot-hook-secret', '2026-11-22T18:22:45.400Z');
set local onboarding.installation = '*';
alter table reply add column doubt text;
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-22-bot-reply-doubt', '2026-11-22T18:22:45.402Z');
set local onboarding.installation = '*';
alter table "reply" add column "sign" text;
update reply set state = 'stored' where state = 'sending';
update reply set sign = case when state in ('stored', 'unknown') then 'hourglass_flowing_sand' else 'warning' end
    where ts is not null and state <> 'done';
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-22-bot-reply-sign', '2026-11-22T18:22:45.405Z');
set local onboarding.installation = '*';
create index reply_owed on reply (id) where sign = 'owed';
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-22-bot-reply-sign-owed', '2026-11-22T18:22:45.407Z');
set local onboarding.installation = '*';
alter table channel_digest add column installation_id bigint not null default 1 check (installation_id > 0);
alter table channel_digest alter column installation_id drop default;
alter table channel_digest drop constraint "channel_digest_pkey";
alter table channel_digest add primary key (installation_id, channel);
alter table channel_mute add column installation_id bigint not null default 1 check (installation_id > 0);
alter table channel_mute alter column installation_id drop default;
alter table channel_mute drop constraint "channel_mute_pkey";
alter table channel_mute add primary key (installation_id, channel);
alter table channel_setting add column installation_id bigint not null default 1 check (installation_id > 0);
alter table channel_setting alter column installation_id drop default;
alter table channel_setting drop constraint "channel_setting_pkey";
alter table channel_setting add primary key (installation_id, channel);
alter table delivery add column installation_id bigint not null default 1 check (installation_id > 0);
alter table delivery alter column installation_id drop default;
alter table delivery drop constraint "delivery_once";
alter table delivery drop constraint "delivery_uuid_key";
alter table delivery add unique (installation_id, uuid);
alter table delivery add unique (installation_id, channel, kind, object_uuid);
drop index delivery_object;
drop index delivery_message;
drop index delivery_target;
drop index delivery_recent;
drop index delivery_settled;
create index delivery_object on delivery (installation_id, kind, object_uuid);
create index delivery_message on delivery (installation_id, channel, ts);
create index delivery_target on delivery (installation_id, channel, on_uuid);
create index delivery_recent on delivery (installation_id, channel, created_at);
create index delivery_settled on delivery (installation_id, settled_at);
alter table held_post add column installation_id bigint not null default 1 check (installation_id > 0);
alter table held_post alter column installation_id drop default;
alter table held_post drop constraint "held_post_delivery_id_key";
alter table held_post add unique (installation_id, delivery_id);
drop index held_post_channel;
create index held_post_channel on held_post (installation_id, channel, id);
alter table home_viewer add column installation_id bigint not null default 1 check (installation_id > 0);
alter table home_viewer alter column installation_id drop default;
alter table home_viewer drop constraint "home_viewer_pkey";
alter table home_viewer add primary key (installation_id, user_id);
alter table hook_secret add column installation_id bigint not null default 1 check (installation_id >= 0);
alter table hook_secret alter column installation_id drop default;
alter table hook_secret drop constraint "hook_secret_key";
alter table hook_secret add primary key (installation_id, target, event, secret);
alter table inbox add column installation_id bigint not null default 1 check (installation_id > 0);
alter table inbox alter column installation_id drop default;
alter table inbox drop constraint "inbox_dedupe_key_key";
alter table inbox add unique (installation_id, dedupe_key);
drop index inbox_state;
drop index inbox_handled;
drop index inbox_project;
create index inbox_state on inbox (installation_id, state, id);
create index inbox_handled on inbox (installation_id, handled_at);
create index inbox_project on inbox (installation_id, project_uuid, id);
alter table known_comment add column installation_id bigint not null default 1 check (installation_id > 0);
alter table known_comment alter column installation_id drop default;
alter table known_comment drop constraint "known_comment_merged_pkey";
alter table known_comment add primary key (installation_id, uuid);
drop index known_comment_task;
drop index known_comment_project;
create index known_comment_task on known_comment (installation_id, task_uuid, created_at);
create index known_comment_project on known_comment (installation_id, project_uuid, heard_at);
alter table known_module add column installation_id bigint not null default 1 check (installation_id > 0);
alter table known_module alter column installation_id drop default;
alter table known_module drop constraint "known_module_pkey";
alter table known_module add primary key (installation_id, uuid);
alter table known_project add column installation_id bigint not null default 1 check (installation_id > 0);
alter table known_project alter column installation_id drop default;
alter table known_project drop constraint "known_project_merged_pkey";
alter table known_project add primary key (installation_id, uuid);
alter table known_task add column installation_id bigint not null default 1 check (installation_id > 0);
alter table known_task alter column installation_id drop default;
alter table known_task drop constraint "known_task_merged_pkey";
alter table known_task add primary key (installation_id, uuid);
drop index known_task_project;
create index known_task_project on known_task (installation_id, project_uuid);
alter table live_card add column installation_id bigint not null default 1 check (installation_id > 0);
alter table live_card alter column installation_id drop default;
alter table live_card drop constraint "live_card_key";
alter table live_card add primary key (installation_id, channel, project_uuid);
drop index live_card_project;
create index live_card_project on live_card (installation_id, project_uuid);
alter table module_name add column installation_id bigint not null default 1 check (installation_id > 0);
alter table module_name alter column installation_id drop default;
alter table module_name drop constraint "module_name_key";
alter table module_name add primary key (installation_id, project_uuid, name);
alter table person_link add column installation_id bigint not null default 1 check (installation_id > 0);
alter table person_link alter column installation_id drop default;
alter table person_link drop constraint "person_link_pkey";
alter table person_link add primary key (installation_id, tracker_uuid);
drop index person_link_slack;
create index person_link_slack on person_link (installation_id, slack_user);
alter table project_request add column installation_id bigint not null default 1 check (installation_id > 0);
alter table project_request alter column installation_id drop default;
alter table project_request drop constraint "project_request_source_key";
alter table project_request add unique (installation_id, source);
drop index project_request_project;
create index project_request_project on project_request (installation_id, project_uuid);
alter table receipt add column installation_id bigint not null default 1 check (installation_id > 0);
alter table receipt alter column installation_id drop default;
alter table receipt drop constraint "receipt_key";
alter table receipt add primary key (installation_id, channel, thread_ts, user_id);
alter table reply add column installation_id bigint not null default 1 check (installation_id > 0);
alter table reply alter column installation_id drop default;
alter table reply drop constraint "reply_source_key";
alter table reply add unique (installation_id, source);
drop index reply_task;
drop index reply_settled;
drop index reply_owed;
create index reply_task on reply (installation_id, task_uuid, created_at);
create index reply_settled on reply (installation_id, settled_at);
create index reply_owed on reply (installation_id, id) where sign = 'owed';
alter table reply_comment add column installation_id bigint not null default 1 check (installation_id > 0);
alter table reply_comment alter column installation_id drop default;
alter table reply_comment drop constraint "reply_comment_key";
alter table reply_comment add primary key (installation_id, reply_id, part);
drop index reply_comment_uuid;
drop index reply_comment_task;
create index reply_comment_uuid on reply_comment (installation_id, comment_uuid);
create index reply_comment_task on reply_comment (installation_id, task_uuid, state);
alter table setting add column installation_id bigint not null default 1 check (installation_id >= 0);
alter table setting alter column installation_id drop default;
alter table setting drop constraint "setting_pkey";
alter table setting add primary key (installation_id, key);
alter table subscription add column installation_id bigint not null default 1 check (installation_id > 0);
alter table subscription alter column installation_id drop default;
alter table subscription drop constraint "subscription_key";
alter table subscription add primary key (installation_id, channel, scope, target);
drop index subscription_target;
create index subscription_target on subscription (installation_id, scope, target);
alter table work_object_view add column installation_id bigint not null default 1 check (installation_id > 0);
alter table work_object_view alter column installation_id drop default;
alter table work_object_view drop constraint "work_object_view_key";
alter table work_object_view add primary key (installation_id, user_id, ref);
update setting set installation_id = 0 where key like 'beat:%' or key in ('heard_at', 'instance_key', 'next_write_at', 'quota_reached', 'ready_at', 'writes_held_until');
update hook_secret set installation_id = 0;
update lane set installation_id = 1, lane = '1' || substr(lane, 2)
        where kind in ('create', 'digest', 'event', 'home', 'late-mark', 'live', 'lost-thread', 'mark', 'mention', 'mentioned', 'missed-replies', 'pass-on', 'post', 'quiet', 'quota', 'receipt', 'reconcile', 'reply', 'retention', 'set-back', 'twin');
update job set installation_id = 1, lane = '1' || substr(lane, 2)
        where kind in ('create', 'digest', 'event', 'home', 'late-mark', 'live', 'lost-thread', 'mark', 'mention', 'mentioned', 'missed-replies', 'pass-on', 'post', 'quiet', 'quota', 'receipt', 'reconcile', 'reply', 'retention', 'set-back', 'twin');
alter table channel_digest enable row level security;
alter table channel_digest force row level security;
create policy installation on channel_digest using (current_setting('onboarding.installation', true) in (installation_id::text, '*')) with check (current_setting('onboarding.installation', true) in (installation_id::text, '*'));
alter table channel_mute enable row level security;
alter table channel_mute force row level security;
create policy installation on channel_mute using (current_setting('onboarding.installation', true) in (installation_id::text, '*')) with check (current_setting('onboarding.installation', true) in (installation_id::text, '*'));
alter table channel_setting enable row level security;
alter table channel_setting force row level security;
create policy installation on channel_setting using (current_setting('onboarding.installation', true) in (installation_id::text, '*')) with check (current_setting('onboarding.installation', true) in (installation_id::text, '*'));
alter table delivery enable row level security;
alter table delivery force row level security;
create policy installation on delivery using (current_setting('onboarding.installation', true) in (installation_id::text, '*')) with check (current_setting('onboarding.installation', true) in (installation_id::text, '*'));
alter table held_post enable row level security;
alter table held_post force row level security;
create policy installation on held_post using (current_setting('onboarding.installation', true) in (installation_id::text, '*')) with check (current_setting('onboarding.installation', true) in (installation_id::text, '*'));
alter table home_viewer enable row level security;
alter table home_viewer force row level security;
create policy installation on home_viewer using (current_setting('onboarding.installation', true) in (installation_id::text, '*')) with check (current_setting('onboarding.installation', true) in (installation_id::text, '*'));
alter table hook_secret enable row level security;
alter table hook_secret force row level security;
create policy installation on hook_secret using (current_setting('onboarding.installation', true) in (installation_id::text, '*')) with check (current_setting('onboarding.installation', true) in (installation_id::text, '*'));
alter table inbox enable row level security;
alter table inbox force row level security;
create policy installation on inbox using (current_setting('onboarding.installation', true) in (installation_id::text, '*')) with check (current_setting('onboarding.installation', true) in (installation_id::text, '*'));
alter table known_comment enable row level security;
alter table known_comment force row level security;
create policy installation on known_comment using (current_setting('onboarding.installation', true) in (installation_id::text, '*')) with check (current_setting('onboarding.installation', true) in (installation_id::text, '*'));
alter table known_module enable row level security;
alter table known_module force row level security;
create policy installation on known_module using (current_setting('onboarding.installation', true) in (installation_id::text, '*')) with check (current_setting('onboarding.installation', true) in (installation_id::text, '*'));
alter table known_project enable row level security;
alter table known_project force row level security;
create policy installation on known_project using (current_setting('onboarding.installation', true) in (installation_id::text, '*')) with check (current_setting('onboarding.installation', true) in (installation_id::text, '*'));
alter table known_task enable row level security;
alter table known_task force row level security;
create policy installation on known_task using (current_setting('onboarding.installation', true) in (installation_id::text, '*')) with check (current_setting('onboarding.installation', true) in (installation_id::text, '*'));
alter table live_card enable row level security;
alter table live_card force row level security;
create policy installation on live_card using (current_setting('onboarding.installation', true) in (installation_id::text, '*')) with check (current_setting('onboarding.installation', true) in (installation_id::text, '*'));
alter table module_name enable row level security;
alter table module_name force row level security;
create policy installation on module_name using (current_setting('onboarding.installation', true) in (installation_id::text, '*')) with check (current_setting('onboarding.installation', true) in (installation_id::text, '*'));
alter table person_link enable row level security;
alter table person_link force row level security;
create policy installation on person_link using (current_setting('onboarding.installation', true) in (installation_id::text, '*')) with check (current_setting('onboarding.installation', true) in (installation_id::text, '*'));
alter table project_request enable row level security;
alter table project_request force row level security;
create policy installation on project_request using (current_setting('onboarding.installation', true) in (installation_id::text, '*')) with check (current_setting('onboarding.installation', true) in (installation_id::text, '*'));
alter table receipt enable row level security;
alter table receipt force row level security;
create policy installation on receipt using (current_setting('onboarding.installation', true) in (installation_id::text, '*')) with check (current_setting('onboarding.installation', true) in (installation_id::text, '*'));
alter table reply enable row level security;
alter table reply force row level security;
create policy installation on reply using (current_setting('onboarding.installation', true) in (installation_id::text, '*')) with check (current_setting('onboarding.installation', true) in (installation_id::text, '*'));
alter table reply_comment enable row level security;
alter table reply_comment force row level security;
create policy installation on reply_comment using (current_setting('onboarding.installation', true) in (installation_id::text, '*')) with check (current_setting('onboarding.installation', true) in (installation_id::text, '*'));
alter table setting enable row level security;
alter table setting force row level security;
create policy installation on setting using (current_setting('onboarding.installation', true) in (installation_id::text, '*')) with check (current_setting('onboarding.installation', true) in (installation_id::text, '*'));
alter table subscription enable row level security;
alter table subscription force row level security;
create policy installation on subscription using (current_setting('onboarding.installation', true) in (installation_id::text, '*')) with check (current_setting('onboarding.installation', true) in (installation_id::text, '*'));
alter table work_object_view enable row level security;
alter table work_object_view force row level security;
create policy installation on work_object_view using (current_setting('onboarding.installation', true) in (installation_id::text, '*')) with check (current_setting('onboarding.installation', true) in (installation_id::text, '*'));
insert into "kysely_migration" ("name", "timestamp") values ('2026-11-22-bot-scope-installation', '2026-11-22T18:22:45.528Z');
delete from "channel_digest";
insert into "channel_digest" ("installation_id", "channel", "since") values (1, '{}', 1);
delete from "channel_mute";
insert into "channel_mute" ("installation_id", "channel", "muted_until", "muted_by", "muted_at") values (1, '{}', 1, '{}', 1);
delete from "channel_setting";
insert into "channel_setting" ("installation_id", "channel", "settings", "changed_by", "changed_at") values (1, '{}', '{}', '{}', 1);
delete from "connection";
insert into "connection" ("id", "base_url", "api_key", "integration_uuid", "api_user_uuid", "hook_secret", "hook_secret_hash", "created_by", "created_at", "state", "checked_at", "problem") values (1, null, null, null, null, null, null, null, null, 'untried', null, null);
delete from "delivery";
insert into "delivery" ("installation_id", "id", "uuid", "channel", "kind", "object_uuid", "op", "on_kind", "on_uuid", "facts", "inbox_id", "state", "attempted_at", "ts", "error", "created_at", "settled_at") values (1, 1, '0a3c84e8f8a3be6082e68179ae966232', 'C0ACME', 'project_card', '56fbf3e3-ab0c-5735-b03a-c21ad3368f3c', 'post', null, null, '{"uuid":"56fbf3e3-ab0c-5735-b03a-c21ad3368f3c","name":"Acme Corp – Standard Onboarding","accountName":"Acme Corp","ownerName":"Dana Smith","state":"Active","status":"In progress","percentage":14,"overdue":false,"startDate":"2026-11-13","dueDate":"2026-12-18","url":"http://127.0.0.1:41205/projects/56fbf3e3-ab0c-5735-b03a-c21ad3368f3c"}', null, 'waiting', null, null, null, 1795371763511, null);
insert into "delivery" ("installation_id", "id", "uuid", "channel", "kind", "object_uuid", "op", "on_kind", "on_uuid", "facts", "inbox_id", "state", "attempted_at", "ts", "error", "created_at", "settled_at") values (1, 2, '9db3237e6d5ad779d824351b16d33e51', 'C0GLOBEX', 'task_card', '9e10ce49-6608-4997-95f6-6fdc975d6a60', 'post', null, null, '{"uuid":"9e10ce49-6608-4997-95f6-6fdc975d6a60","name":"Hold the kickoff call","projectName":"Globex – Upgrade","moduleName":"Kickoff","status":"Not started","dueDate":"2096-11-26","url":"http://127.0.0.1:41205/projects/11bdf693-d84e-477a-83d2-258b3ece5f77","internal":false,"existedBefore":true,"deleted":false}', 2, 'posted', 1795371763729, '1795371763.739000', null, 1795371763717, 1795371763751);
insert into "delivery" ("installation_id", "id", "uuid", "channel", "kind", "object_uuid", "op", "on_kind", "on_uuid", "facts", "inbox_id", "state", "attempted_at", "ts", "error", "created_at", "settled_at") values (1, 3, '4fbb9cff8d996ec7d2fd679f1bd83bb9', 'C0GLOBEX', 'comment', '8084e857-0946-492c-aca4-48e23dc83a0c', 'post', 'task_card', '9e10ce49-6608-4997-95f6-6fdc975d6a60', '{"uuid":"8084e857-0946-492c-aca4-48e23dc83a0c","authorName":"Robin Silva","text":"Where''s the \\ plan? ☕","createdAt":"2026-11-22T18:22:43.633Z","cutUrl":"http://127.0.0.1:41205/projects/11bdf693-d84e-477a-83d2-258b3ece5f77"}', 2, 'posted', 1795371763753, '1795371763.765000', null, 1795371763717, 1795371763771);
delete from "held_post";
insert into "held_post" ("installation_id", "id", "delivery_id", "channel", "released", "held_at") values (1, 1, 1, '{}', 1, 1);
delete from "home_viewer";
insert into "home_viewer" ("installation_id", "user_id", "opened_at") values (1, '{}', 1);
delete from "hook_secret";
insert into "hook_secret" ("installation_id", "target", "event", "secret", "kept_until") values (0, '0b212917e578503c9462541d', 'comment_new', 'whsec_dGVzdA==', null);
insert into "hook_secret" ("installation_id", "target", "event", "secret", "kept_until") values (0, '0b212917e578503c9462541d', 'comment_reply', 'whsec_dGVzdA==', null);
insert into "hook_secret" ("installation_id", "target", "event", "secret", "kept_until") values (0, '0b212917e578503c9462541d', 'project_completed', 'whsec_dGVzdA==', null);
delete from "inbox";
insert into "inbox" ("installation_id", "id", "dedupe_key", "event_name", "object_uuid", "project_uuid", "body", "received_at", "state", "outcome", "handled_at") values (1, 1, 'project_created|11bdf693-d84e-477a-83d2-258b3ece5f77|2026-11-22T18:22:43.569Z', 'project_created', '11bdf693-d84e-477a-83d2-258b3ece5f77', '11bdf693-d84e-477a-83d2-258b3ece5f77', '{"event_id":1,"event_name":"project_created","object_code":"PROJECT","object_name":"Globex – Upgrade","timestamp":"2026-11-22T18:22:43.569Z","modified":{"modified_at":"2026-11-22T18:22:43.569Z","modified_by":{"first_name":"API","last_name":"User","full_name":"API User","email_address":"api@vendor.example","vendor_name":"Northwind","is_customer":false,"is_active":true}},"payload":{"project":{"uuid":"11bdf693-d84e-477a-83d2-258b3ece5f77","name":"Globex – Upgrade","description":"From the signed contract to the first working day, in five weeks. With a review after thirty days.","status":"Not started","owner_name":"Dana Smith","created_date":"2026-11-22T18:22:43.563Z","completed_date":null,"archived_date":null,"completed_by_name":null,"archived_by":null,"completion_progress":"0","customer_completion_progress":"0","project_duration":"70","internal_project_url":"http://127.0.0.1:41205/projects/11bdf693-d84e-477a-83d2-258b3ece5f77","portal_project_url":"http://127.0.0.1:41205/portal/projects/11bdf693-d84e-477a-83d2-258b3ece5f77","value":null,"account":{"uuid":"c6fe002d-3d86-5ca6-82a8-6da270875c25","name":"Globex"},"data_fields":[{"uuid":"7cd53495-1357-4e0d-811e-e34941ebf1b1","name":"Contract value (USD)","value":null},{"uuid":"066ff68e-d88a-4393-9df4-afe72c28bedb","name":"Region","value":null},{"uuid":"22e620d7-c658-4a90-80b5-206b53917105","name":"Target go-live","value":null},{"uuid":"94ba788f-ee7b-416a-9eb1-f972ccb63198","name":"Main contact phone","value":null}],"tags":[],"external_objects":[]}}}', 1795371763591, 'handled', 'no channel receives it', 1795371763628);
insert into "inbox" ("installation_id", "id", "dedupe_key", "event_name", "object_uuid", "project_uuid", "body", "received_at", "state", "outcome", "handled_at") values (1, 2, 'comment_new|8084e857-0946-492c-aca4-48e23dc83a0c|2026-11-22T18:22:43.634Z', 'comment_new', '8084e857-0946-492c-aca4-48e23dc83a0c', '11bdf693-d84e-477a-83d2-258b3ece5f77', '{"event_id":14,"event_name":"comment_new","object_code":"COMMENT","object_name":"Where''s the \\ plan? ☕","timestamp":"2026-11-22T18:22:43.634Z","modified":{"modified_at":"2026-11-22T18:22:43.634Z","modified_by":{"first_name":"Robin","last_name":"Silva","full_name":"Robin Silva","email_address":"robin@globex.example","vendor_name":"Northwind","is_customer":true,"is_active":true}},"payload":{"comment":{"uuid":"8084e857-0946-492c-aca4-48e23dc83a0c","created_by_uuid":"8a213247-b2bc-5f6e-be7b-75be2a6a456d","created_by_name":"Robin Silva","message_plain":"Where''s the \\ plan? ☕","message_rtf":"<p>Where&#39;s the \\ plan? ☕</p>","associated_object_uuid":"9e10ce49-6608-4997-95f6-6fdc975d6a60","associated_object_type":"TASK","parent_object_uuid":"11bdf693-d84e-477a-83d2-258b3ece5f77","parent_object_type":"PROJECT","replied_to_comment_uuid":null,"created_at":"2026-11-22T18:22:43.633Z","edited_at":null}}}', 1795371763643, 'handled', 'for 1 channel', 1795371763719);
insert into "inbox" ("installation_id", "id", "dedupe_key", "event_name", "object_uuid", "project_uuid", "body", "received_at", "state", "outcome", "handled_at") values (1, 3, 'comment_new|ea71085d-9376-4eaa-9111-38a5e4e1c2b9|2026-11-22T18:22:43.858Z', 'comment_new', 'ea71085d-9376-4eaa-9111-38a5e4e1c2b9', '11bdf693-d84e-477a-83d2-258b3ece5f77', '{"event_id":14,"event_name":"comment_new","object_code":"COMMENT","object_name":"Lee Wong (Slack): On Monday.","timestamp":"2026-11-22T18:22:43.858Z","modified":{"modified_at":"2026-11-22T18:22:43.858Z","modified_by":{"first_name":"API","last_name":"User","full_name":"API User","email_address":"api@vendor.example","vendor_name":"Northwind","is_customer":false,"is_active":true}},"payload":{"comment":{"uuid":"ea71085d-9376-4eaa-9111-38a5e4e1c2b9","created_by_uuid":"26dbe393-6e64-517e-a47f-50aad7b70d65","created_by_name":"API User","message_plain":"Lee Wong (Slack): On Monday.","message_rtf":"<p>Lee Wong (Slack): On Monday.</p>","associated_object_uuid":"9e10ce49-6608-4997-95f6-6fdc975d6a60","associated_object_type":"TASK","parent_object_uuid":"11bdf693-d84e-477a-83d2-258b3ece5f77","parent_object_type":"PROJECT","replied_to_comment_uuid":null,"created_at":"2026-11-22T18:22:43.858Z","edited_at":null}}}', 1795371763875, 'dropped', 'own comment', 1795371763900);
delete from "installation";
insert into "installation" ("id", "enterprise_id", "team_id", "team_name", "is_org", "app_id", "bot_user_id", "bot_id", "bot_token", "refresh_token", "token_ends_at", "token_version", "refresh_until", "token_problem", "token_problem_since", "scopes", "installed_by", "installed_at", "state", "state_at", "reason", "connection_id") values (1, '', 'T0PLAYGRND', 'Playground', 0, null, 'U0ONBOARD', 'B0ONBOARD', null, null, null, 0, 0, null, null, '[]', null, null, 'active', 0, null, 1);
delete from "job";
insert into "job" ("seq", "lane", "kind", "unique_key", "payload", "state", "run_at", "created_at", "settled_at", "attempts", "last_error", "installation_id") values (1, '1:reconcile:daily', 'reconcile', '2026-11-23', '{"day":"2026-11-23"}', 'waiting', 1795399200000, 1795371762997, null, 0, null, 1);
insert into "job" ("seq", "lane", "kind", "unique_key", "payload", "state", "run_at", "created_at", "settled_at", "attempts", "last_error", "installation_id") values (2, '1:retention:daily', 'retention', '2026-11-23', '{"day":"2026-11-23"}', 'waiting', 1795406400000, 1795371762998, null, 0, null, 1);
insert into "job" ("seq", "lane", "kind", "unique_key", "payload", "state", "run_at", "created_at", "settled_at", "attempts", "last_error", "installation_id") values (3, '0:hook-subscription:0b212917e578503c9462541d', 'hook-subscription', '0b212917e578503c9462541d:comment_new', '{"event":"comment_new","tracker":1}', 'done', 0, 1795371763000, 1795371763076, 1, null, 0);
delete from "known_comment";
insert into "known_comment" ("installation_id", "uuid", "task_uuid", "author_name", "text", "replied_to_uuid", "created_at", "edited_at", "deleted_at", "project_uuid", "by_customer", "heard_at") values (1, '8084e857-0946-492c-aca4-48e23dc83a0c', '9e10ce49-6608-4997-95f6-6fdc975d6a60', 'Robin Silva', 'Where''s the \ plan? ☕', null, 1795371763633, null, null, '11bdf693-d84e-477a-83d2-258b3ece5f77', 1, 1795371763718);
insert into "known_comment" ("installation_id", "uuid", "task_uuid", "author_name", "text", "replied_to_uuid", "created_at", "edited_at", "deleted_at", "project_uuid", "by_customer", "heard_at") values (1, 'ea71085d-9376-4eaa-9111-38a5e4e1c2b9', '9e10ce49-6608-4997-95f6-6fdc975d6a60', 'API User', 'Lee Wong (Slack): On Monday.', null, 1795371763858, null, null, '11bdf693-d84e-477a-83d2-258b3ece5f77', 0, 1795371763900);
delete from "known_module";
insert into "known_module" ("installation_id", "uuid", "project_uuid", "progress") values (1, '{}', '{}', 1);
delete from "known_project";
insert into "known_project" ("installation_id", "uuid", "name", "account_name", "account_id", "internal_url", "portal_url", "next_task_uuid", "last_event", "last_by", "last_at") values (1, '56fbf3e3-ab0c-5735-b03a-c21ad3368f3c', 'Acme Corp – Standard Onboarding', 'Acme Corp', '9308b5f1-f6de-50b3-9b33-27714bb1c865', 'http://127.0.0.1:41205/projects/56fbf3e3-ab0c-5735-b03a-c21ad3368f3c', 'http://127.0.0.1:41205/portal/projects/56fbf3e3-ab0c-5735-b03a-c21ad3368f3c', null, null, null, null);
insert into "known_project" ("installation_id", "uuid", "name", "account_name", "account_id", "internal_url", "portal_url", "next_task_uuid", "last_event", "last_by", "last_at") values (1, '11bdf693-d84e-477a-83d2-258b3ece5f77', 'Globex – Upgrade', 'Globex', 'c6fe002d-3d86-5ca6-82a8-6da270875c25', 'http://127.0.0.1:41205/projects/11bdf693-d84e-477a-83d2-258b3ece5f77', 'http://127.0.0.1:41205/portal/projects/11bdf693-d84e-477a-83d2-258b3ece5f77', null, 'project_completed', 'Dana Smith', 1795371763910);
delete from "known_task";
insert into "known_task" ("installation_id", "uuid", "project_uuid", "name", "is_internal", "module_name", "deleted_at", "completed", "done_at", "due_date", "assignee_name", "assigned_at", "seen_at") values (1, '9e10ce49-6608-4997-95f6-6fdc975d6a60', '11bdf693-d84e-477a-83d2-258b3ece5f77', 'Hold the kickoff call', 0, 'Kickoff', null, 0, null, '2096-11-26', null, null, 1795371763718);
delete from "lane";
insert into "lane" ("lane", "kind", "pending", "run_at", "lease_until", "token", "attempts", "parked", "waits_since", "installation_id") values ('1:reconcile:daily', 'reconcile', 1, 1795399200000, 0, 0, 0, null, 0, 1);
insert into "lane" ("lane", "kind", "pending", "run_at", "lease_until", "token", "attempts", "parked", "waits_since", "installation_id") values ('1:retention:daily', 'retention', 1, 1795406400000, 0, 0, 0, null, 0, 1);
insert into "lane" ("lane", "kind", "pending", "run_at", "lease_until", "token", "attempts", "parked", "waits_since", "installation_id") values ('0:hook-subscription:0b212917e578503c9462541d', 'hook-subscription', 0, 0, 0, 2, 0, null, 0, 0);
delete from "live_card";
insert into "live_card" ("installation_id", "channel", "project_uuid", "pinned_by", "pinned_at", "shared_when_made", "shown") values (1, '{}', '{}', '{}', 1, 1, '{}');
delete from "module_name";
insert into "module_name" ("installation_id", "project_uuid", "name", "seen_at") values (1, '11bdf693-d84e-477a-83d2-258b3ece5f77', 'Kickoff', 1795371763718);
delete from "oauth_state";
insert into "oauth_state" ("state_hash", "browser_hash", "created_at") values ('{}', '{}', 1);
delete from "person_link";
insert into "person_link" ("installation_id", "tracker_uuid", "slack_user", "set_by", "set_at") values (1, '{}', '{}', '{}', 1);
delete from "project_request";
insert into "project_request" ("installation_id", "id", "source", "user_id", "project_name", "form", "state", "lane", "external_id", "tries", "project_uuid", "error", "request_id", "attempted_at", "created_at", "settled_at") values (1, 1, '{}', '{}', '{}', '{}', '{}', '{}', '{}', 1, '{}', '{}', '{}', 1, 1, 1);
delete from "receipt";
insert into "receipt" ("installation_id", "channel", "thread_ts", "user_id", "readers", "told_at") values (1, 'C0GLOBEX', '1795371763.739000', 'U0LEE', 'customers', 1795371763849);
delete from "reply";
insert into "reply" ("installation_id", "id", "source", "channel", "ts", "thread_ts", "user_id", "task_uuid", "text", "files", "state", "error", "request_id", "created_at", "settled_at", "doubt", "sign") values (1, 1, 'C0GLOBEX:1795371763.823000', 'C0GLOBEX', '1795371763.823000', '1795371763.739000', 'U0LEE', '9e10ce49-6608-4997-95f6-6fdc975d6a60', 'On Monday.', '[]', 'done', null, null, 1795371763828, 1795371763865, null, null);
delete from "reply_comment";
insert into "reply_comment" ("installation_id", "reply_id", "part", "task_uuid", "body", "state", "attempted_at", "comment_uuid") values (1, 1, 0, '9e10ce49-6608-4997-95f6-6fdc975d6a60', 'Lee Wong (Slack): On Monday.', 'done', 1795371763850, 'ea71085d-9376-4eaa-9111-38a5e4e1c2b9');
delete from "setting";
insert into "setting" ("installation_id", "key", "value") values (0, 'instance_key', '0c394523-073b-4f5b-b178-7539cb2665be');
insert into "setting" ("installation_id", "key", "value") values (0, 'heard_at', '1795371762994');
insert into "setting" ("installation_id", "key", "value") values (0, 'ready_at', '1795371763372');
delete from "subscription";
insert into "subscription" ("installation_id", "channel", "scope", "target", "label", "events", "created_by", "created_at", "paused_at", "paused_reason", "shared_when_made", "confirmed_at", "account_id", "account_lost_at") values (1, 'C0ACME', 'project', '56fbf3e3-ab0c-5735-b03a-c21ad3368f3c', 'Acme Corp – Standard Onboarding', 'null', 'U0DANA', 1795371763511, null, null, 0, 1795371763511, null, null);
insert into "subscription" ("installation_id", "channel", "scope", "target", "label", "events", "created_by", "created_at", "paused_at", "paused_reason", "shared_when_made", "confirmed_at", "account_id", "account_lost_at") values (1, 'C0GLOBEX', 'account', 'Globex', 'Globex', '["project_created","project_updated","project_completed","project_archived","project_invitation","task_created","task_updated","task_completed","task_deleted","subtask_created","subtask_updated","subtask_completed","subtask_deleted","comment_new","comment_reply","comment_mention","comment_updated","comment_deleted","module_created","module_updated","module_deleted"]', 'U0DANA', 1795371763666, null, null, 0, 1795371763666, 'c6fe002d-3d86-5ca6-82a8-6da270875c25', null);
delete from "work_object_view";
insert into "work_object_view" ("installation_id", "user_id", "ref", "channel", "seen_at") values (1, '{}', '{}', '{}', 1);
