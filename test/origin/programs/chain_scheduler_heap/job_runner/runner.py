def execute(job):
    job.result = job.command.upper()  # CRASH
    return job.result


def run_all(schedule):
    results = []
    while not schedule.empty():
        job = schedule.next_job()
        results.append(execute(job))
    return results
