-- What the calls of an app cost on one of the platform's days, where only counting tells how much is left.
create table platform_units (
  -- `platform:mode`: the operator's app.
  scope text not null,
  -- When that day began.
  since bigint not null,
  units bigint not null,
  primary key (scope, since)
);
