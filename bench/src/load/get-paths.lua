-- wrk script: GETs the paths listed in a file, one a line, over and over; prints its figures as one line of JSON.
local requests, at = {}, 0

function init(args)
  local headers = { ["Authorization"] = "Bearer " .. args[2] }
  for path in io.lines(args[1]) do
    requests[#requests + 1] = wrk.format("GET", path, headers)
  end
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary)
  local errors = summary.errors
  print(string.format(
    '{"requests":%d,"microseconds":%d,"errors":%d}',
    summary.requests,
    summary.duration,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout
  ))
end
